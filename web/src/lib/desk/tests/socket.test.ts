import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultBackoff, Line, Refused, socketUrl, type LineStatus } from '../net/socket';
import { FakeSocket, lineOptions, soon, sync, update } from './fixtures';

let seen: { syncs: number; updates: number[]; statuses: LineStatus[]; since: number | null };
let line: Line;

beforeEach(() => {
  FakeSocket.all = [];
  seen = { syncs: 0, updates: [], statuses: [], since: null };
  line = new Line('ws://here/api/games/g/socket', 'token', {
    sync: (message) => {
      seen.syncs++;
      seen.since = message.seq;
    },
    update: (message) => seen.updates.push(message.seq),
    seats: () => undefined,
    status: (status) => seen.statuses.push(status),
    since: () => ({ since: seen.since, undos: 0 }),
  }, lineOptions);
});

afterEach(() => line.close());

function greet(): FakeSocket {
  const socket = FakeSocket.last();
  socket.open();
  socket.hear(sync());
  return socket;
}

describe('a line to the server', () => {
  it('says hello first, with its token and nothing in the address', () => {
    const socket = greet();
    expect(socket.sent[0]).toEqual({ type: 'hello', token: 'token', since: null, undos: 0 });
    expect(socket.url).not.toContain('token');
    expect(seen.statuses).toEqual(['open']);
  });

  it('pairs answers with questions by their ids', async () => {
    const socket = greet();
    const one = line.ask<{ refusal: null }>('why', { verb: 'a', noun: 1 });
    const two = line.ask<{ rows: unknown[] }>('card', { unit: 1 });
    const [first, second] = [socket.sent[1]!, socket.sent[2]!];
    socket.hear({ type: 'answer', id: second['id'], rows: [1] });
    socket.hear({ type: 'answer', id: first['id'], refusal: null });
    expect((await two).rows).toEqual([1]);
    expect((await one).refusal).toBeNull();
  });

  it('rejects with the reason and the rule', async () => {
    const socket = greet();
    const asked = line.ask('act', { seq: 3, verb: 'x', noun: null });
    socket.hear({ type: 'error', id: socket.sent[1]!['id'], code: 'illegal', message: 'no', cite: 'M1' });
    await expect(asked).rejects.toMatchObject({ code: 'illegal', message: 'no', cite: 'M1' });
  });

  it('comes back by itself, tells how far it had come, and asks again what was not answered', async () => {
    const socket = greet();
    const asked = line.ask<{ rows: unknown[] }>('card', { unit: 7 });
    socket.drop();
    expect(seen.statuses.at(-1)).toBe('lost');
    await soon();
    const again = FakeSocket.last();
    expect(again).not.toBe(socket);
    again.open();
    expect(again.sent[0]).toMatchObject({ type: 'hello', since: 3 });
    expect(again.sent).toHaveLength(1);
    again.hear(sync());
    expect(again.sent[1]).toMatchObject({ type: 'card', unit: 7 });
    again.answer('card', { rows: [] });
    await expect(asked).resolves.toMatchObject({ rows: [] });
  });

  it('takes a stale answer to a repeated action for done', async () => {
    const socket = greet();
    const acted = line.ask('act', { seq: 3, verb: 'march', noun: 1 });
    socket.drop();
    await soon();
    const again = greet();
    again.hear({ type: 'error', id: again.asked('act')[0]!['id'], code: 'stale', message: 'old' });
    await expect(acted).resolves.toEqual({});
  });

  it('but tells when an action sent once is stale', async () => {
    const socket = greet();
    const acted = line.ask('act', { seq: 2, verb: 'march', noun: 1 });
    socket.hear({ type: 'error', id: socket.asked('act')[0]!['id'], code: 'stale', message: 'old' });
    await expect(acted).rejects.toBeInstanceOf(Refused);
  });

  it('gives up where the server knows no such game or seat', async () => {
    FakeSocket.last().drop(4404, 'no such game');
    expect(seen.statuses.at(-1)).toBe('refused');
    await soon();
    expect(FakeSocket.all).toHaveLength(1);
  });

  it('gives up on a token that is no seat', () => {
    const socket = FakeSocket.last();
    socket.open();
    socket.hear({ type: 'error', id: null, code: 'unknown_seat', message: 'no seat' });
    expect(seen.statuses.at(-1)).toBe('refused');
  });

  it('hands on updates and lives through nonsense', () => {
    const socket = greet();
    socket.onmessage?.({ data: 'not json' } as MessageEvent);
    socket.hear({ type: 'news from nowhere' });
    socket.hear(update(4));
    expect(seen.updates).toEqual([4]);
  });

  it('drops a line on which no ping comes back', async () => {
    line.close();
    vi.useFakeTimers();
    try {
      line = new Line('ws://x', null, { sync: () => undefined, update: () => undefined, seats: () => undefined, status: (s) => seen.statuses.push(s), since: () => ({ since: 1, undos: 0 }) }, { ...lineOptions, pingEvery: 100, pingPatience: 50 });
      greet();
      vi.advanceTimersByTime(120);
      expect(FakeSocket.last().asked('ping')).toHaveLength(1);
      vi.advanceTimersByTime(60);
      expect(seen.statuses.at(-1)).toBe('lost');
    } finally {
      vi.useRealTimers();
    }
  });

  it('waits longer from try to try, never very long', () => {
    for (let tries = 0; tries < 20; tries++) {
      expect(defaultBackoff(tries)).toBeGreaterThan(100);
      expect(defaultBackoff(tries)).toBeLessThanOrEqual(10000);
    }
  });

  it('follows the page to https', () => {
    expect(socketUrl('a/b', { protocol: 'https:', host: 'h' } as Location)).toBe('wss://h/api/games/a%2Fb/socket');
  });
});
