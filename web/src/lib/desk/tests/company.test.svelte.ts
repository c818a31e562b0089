import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { flushSync } from 'svelte';
import { likes } from '../state/prefs.svelte';
import { oneAct, unitsIn } from '../state/entries';
import { clockWords, short } from '../state/time';
import type { Table } from '../state/table.svelte';
import type { Piece, Update } from '../../types';
import { ask, FakeSocket, piece, seated, soon, sync, update } from './fixtures';

let table: Table;

function sit(tokens: (string | null)[] = ['a'], first = sync()): FakeSocket {
  let socket: FakeSocket;
  [table, socket] = seated(tokens, first);
  return socket;
}

beforeEach(() => {
  likes.speed = 0;
  likes.curtain = false;
});

afterEach(() => table?.close());

describe('what the others did', () => {
  const line = (seq: number, what: string, facts: Record<string, unknown> = {}) => ({ seq, cite: 'x', what, facts, words: what });
  const theirs = (seq: number, entries: ReturnType<typeof line>[], more: Partial<Piece>[] = []) =>
    update(seq, { action: { side: 1, verb: 'march', noun: 3 }, entries, view: { ...sync().view, pieces: sync().view.pieces.map((one) => ({ ...one, ...more.find((each) => each.id === one.id) })) } });

  it('is told in order with ways and losses, and stays until they act again', async () => {
    const socket = sit();
    socket.hear(update(4, { entries: [line(4, 'marches')] }));
    socket.hear(theirs(5, [line(5, 'dice'), line(5, 'charges', { unit: 3 })], [{ id: 3, pose: [2000, 1000, 900] }]));
    socket.hear(theirs(6, [line(6, 'fires', { unit: 4, target: 1 })], [{ id: 1, figures: 7 }]));
    await soon();
    expect(table.dispatch.events.map((event) => event.entry.what)).toEqual(['charges', 'fires']);
    expect(table.dispatch.trails.map((trail) => trail.look)).toEqual(['march', 'shot']);
    expect(table.dispatch.events[1]!.fell).toBe(3);
    socket.hear(update(7, { entries: [line(7, 'marches')] })); // ours: the report stays
    await soon();
    expect(table.dispatch.events).toHaveLength(2);
    socket.hear(theirs(8, [line(8, 'holds', { unit: 4 })]));
    await soon();
    expect(table.dispatch.events.map((event) => event.entry.what)).toEqual(['holds']);
  });

  it('tells what the dice of our own choice cost us, and begins their next report with it', async () => {
    const socket = sit();
    const dice = { throw: 'melee', cite: '', faces: [2], sides: 6, reading: 2, tally: [], side: 1, unit: 3 };
    const view = { ...sync().view, pieces: sync().view.pieces.filter((one) => one.id !== 2) };
    socket.hear(update(4, { entries: [line(4, 'fires')] })); // our answer to their assault
    socket.hear(update(5, { action: { dice }, entries: [line(5, 'dice'), line(5, 'is no more', { unit: 2 })], view } as unknown as Partial<Update>));
    await soon();
    expect(table.dispatch.events.map((event) => event.gone)).toEqual([['Unit 2']]);
    socket.hear(update(6, { action: { side: 1, verb: 'turn', noun: 3 }, entries: [line(6, 'turns', { unit: 3 })], view }));
    await soon();
    expect(table.dispatch.events.map((event) => event.entry.what)).toEqual(['is no more', 'turns']);
  });

  it('tells a way over many places once, from where it began to where it ended', async () => {
    const socket = sit();
    const step = (seq: number, to: number): Update => theirs(seq, [line(seq, 'marches', { unit: 3 })], [{ id: 3, pose: [to, 1000, 900] }]);
    socket.hear(step(4, 2000));
    socket.hear(step(5, 2400));
    socket.hear(step(6, 2800));
    socket.hear(theirs(7, [line(7, 'turns', { unit: 3 })], [{ id: 3, pose: [2800, 1000, 0] }]));
    await soon();
    expect(table.dispatch.events.map((event) => event.entry.what)).toEqual(['marches', 'turns']);
    const whole = table.dispatch.trails[0]!;
    expect(whole.from).toEqual(sync().view.pieces.find((one) => one.id === 3)!.pose.slice(0, 2));
    expect(whole.to).toEqual([2800, 1000]);
    expect(table.dispatch.fresh).toBe(true);
    socket.hear(update(8, { entries: [line(8, 'marches')] })); // ours
    await soon();
    expect(table.dispatch.fresh).toBe(false);
  });

  it('tells an act once: the deed and not what announced it, losses where they are told, and nothing of what we did to them', async () => {
    const socket = sit();
    const order = { ...line(4, 'obeys', { unit: 3 }), announces: true };
    socket.hear(theirs(4, [order]));
    await soon();
    expect(table.dispatch.events.map((event) => event.entry.what)).toEqual(['obeys']);
    socket.hear(theirs(5, [line(5, 'moves', { unit: 3 })], [{ id: 3, pose: [2000, 1000, 900] }]));
    socket.hear(theirs(6, [line(6, 'hits', { unit: 3, target: 1 }), line(6, 'hits', { unit: 1, target: 3 }), line(6, 'loses', { unit: 1 })], [{ id: 1, figures: 7 }]));
    await soon();
    expect(table.dispatch.events.map((event) => event.entry.what)).toEqual(['moves', 'hits', 'loses']);
    expect(table.dispatch.events.map((event) => event.fell)).toEqual([0, 0, 3]);
    expect(oneAct(order, line(5, 'moves', { unit: 3 }), new Map([[3, 3]]))).toBe(true);
    expect(oneAct(line(5, 'moves', { unit: 3 }), line(6, 'fires', { unit: 3 }), new Map([[3, 3]]))).toBe(false);
  });

  it('leaves a stone where somebody is gone, with the last that was told of it, until it is taken back', async () => {
    const socket = sit(['a'], sync({ lost: [{ unit: 9, side: 0, name: 'Unit 9', at: [10, 20], words: 'Unit 9 routs' }] }));
    expect(table.stones.map((stone) => stone.unit)).toEqual([9]);
    const pieces = sync().view.pieces.filter((one) => one.id !== 3);
    const where = sync().view.pieces.find((one) => one.id === 3)!.pose;
    socket.hear(update(4, { entries: [line(4, 'dice', { unit: 3 }), line(4, 'is destroyed', { unit: 3 })], view: { ...sync().view, pieces } }));
    await soon();
    expect(table.stones).toEqual([
      { unit: 9, side: 0, at: [10, 20], words: 'Unit 9 routs' },
      { unit: 3, side: 1, at: [where[0], where[1]], words: 'is destroyed' },
    ]);
    socket.hear(update(3, { action: { side: 0, verb: 'march', noun: 1, undone: true } as unknown as Update['action'], entries: [] }));
    await soon();
    expect(table.stones.map((stone) => stone.unit)).toEqual([9]);
  });

  it('begins anew with every side for whoever looks on', async () => {
    const socket = sit([null], sync({ side: null, ask: null }));
    socket.hear(update(4, { action: { side: 0, verb: 'march', noun: 1 }, entries: [line(4, 'marches', { unit: 1 })] }));
    socket.hear(update(5, { action: { side: 0, verb: 'march', noun: 2 }, entries: [line(5, 'wheels', { unit: 2 })] }));
    await soon();
    expect(table.dispatch.events.map((event) => event.entry.what)).toEqual(['marches', 'wheels']);
    socket.hear(theirs(6, [line(6, 'charges', { unit: 3 })]));
    await soon();
    expect(table.dispatch.events.map((event) => event.entry.what)).toEqual(['charges']);
  });

  it('names who is gone', async () => {
    const socket = sit();
    const view = { ...sync().view, pieces: sync().view.pieces.filter((one) => one.id !== 2) };
    socket.hear(update(4, { action: { side: 1, verb: 'fire', noun: [3, 2] }, entries: [line(4, 'routs', { unit: 2 })], view }));
    await soon();
    expect(table.dispatch.events[0]!.gone).toEqual(['Unit 2']);
  });

  it('points out whom the question names', () => {
    sit(['a'], sync({ ask: ask({ prompt: 'Unit 2 has to test', named: [2] }) }));
    expect(table.selection.others).toEqual([2]);
  });
});

describe('two at one screen', () => {
  it('turn the table to whoever is asked', async () => {
    sit(['a', 'b']);
    expect(table.hotSeat).toBe(true);
    expect(table.now?.side).toBe(0);
    const [one, two] = FakeSocket.all;
    const other = { ...ask(), who: [1] };
    one!.hear(update(4, { ask: { ...other, mine: false, offers: [] } }));
    two!.hear(update(4, { ask: other, action: { side: 0, verb: 'march', noun: 1 } }));
    await soon();
    expect(table.curtain).toBeNull();
    expect(table.now?.side).toBe(1);
    expect(table.mine).toBe(true);
  });

  it('draw the curtain where the book hides something', async () => {
    sit(['a', 'b'], sync({ hides: true }));
    flushSync();
    expect(table.curtain).toBe(0);
    expect(table.ask).toBeNull();
    table.raise();
    expect(table.mine).toBe(true);
    const [one, two] = FakeSocket.all;
    const other = { ...ask(), who: [1] };
    one!.hear(update(4, { ask: { ...other, mine: false, offers: [] } }));
    two!.hear(update(4, { ask: other }));
    await soon();
    expect(table.curtain).toBe(1);
    table.raise();
    expect(table.now?.side).toBe(1);
  });

  it('draw the curtain always, if they like', async () => {
    likes.curtain = true;
    sit(['a', 'b']);
    expect(table.curtain).toBe(0);
  });
});

it('finds the units an entry speaks of', () => {
  const pieces = new Map([[1, piece(1, 0, 0, 0)], [3, piece(3, 1, 0, 0)]]);
  const entry = { seq: 1, cite: '', what: '', words: '', facts: { unit: 1, target: 3, hits: 3, attackers: [1, 9] } };
  expect(unitsIn(entry, pieces)).toEqual([1, 3, 1]);
});

describe('people', () => {
  const seat = (side: number, kind: 'here' | 'open' | 'agent' = 'open', name = '') => ({ side, kind, name, agent: null, online: true, thinking: false, claimed: true });
  const people = (more: Parameters<typeof sync>[0] = {}) => sync({ seats: [seat(0, 'here'), seat(1)], ...more });

  it('talk, and what is not read yet is counted until it is looked at', () => {
    const socket = sit(['a'], people());
    socket.hear({ type: 'said', line: { n: 0, side: 1, words: 'Good day', at: 1 } });
    socket.hear({ type: 'said', line: { n: 1, side: 0, words: 'Good day, sir', at: 2 } });
    expect(table.company.lines.map((line) => line.words)).toEqual(['Good day', 'Good day, sir']);
    expect(table.company.unread).toBe(1); // what one said oneself is no news
    table.company.look(true);
    expect(table.company.unread).toBe(0);
    table.company.listen(false);
    expect(table.company.lines.map((line) => line.words)).toEqual(['Good day, sir']);
    table.company.listen(true);
  });

  it('have nobody to talk to where the computer, or the same screen, has the other side', () => {
    sit(['a'], sync({ seats: [seat(0, 'here'), seat(1, 'agent')] }));
    expect(table.company.others).toEqual([]);
    table.close();
    sit(['a', 'b'], sync({ seats: [seat(0, 'here'), seat(1, 'here')] }));
    expect(table.company.others).toEqual([]);
    expect(table.company.people.map((one) => one.side)).toEqual([1]); // but a draw can be agreed
  });

  it('see the clock of whoever is asked run down, and may claim when a flag has fallen', () => {
    vi.useFakeTimers();
    try {
      const clock = { wish: { minutes: 10, seconds: 0, days: 0 }, left: [600, 9], running: [1] };
      const socket = sit(['a'], people({ clock, ask: ask({ who: [1], mine: false, offers: [] }) }));
      vi.advanceTimersByTime(6000);
      expect([table.company.left(0), Math.round(table.company.left(1))]).toEqual([600, 3]);
      expect(table.company.overdue).toBeNull();
      vi.advanceTimersByTime(4000);
      expect(table.company.overdue).toBe(1);
      socket.hear({ type: 'parley', draw: null, again: null, clock: { ...clock, left: [600, 50] } });
      expect(table.company.overdue).toBeNull(); // the server knows better
    } finally {
      vi.useRealTimers();
    }
  });

  it('are told of an offer, and of the end that came of it', () => {
    const socket = sit(['a'], people());
    socket.hear({ type: 'parley', draw: 1, again: null, clock: null });
    expect(table.now?.draw).toBe(1);
    const outcome = { winner: null, words: 'A draw was agreed.', cite: '', how: 'agreed' as const, by: null };
    socket.hear(people({ ask: null, outcome }));
    expect([table.now?.outcome?.how, table.mine]).toEqual(['agreed', false]);
  });

  it('hear why something they asked for was not done', async () => {
    const socket = sit(['a'], people());
    const asked = table.company.draw('offer');
    socket.hear({ type: 'error', id: socket.asked('draw')[0]!['id'], code: 'slow_down', message: 'not so soon', cite: null });
    expect(await asked).toBe(false);
    expect(table.notice?.words).toContain('not so soon');
  });
});

describe('time left', () => {
  it('is told in days, hours or minutes', () => {
    expect([clockWords(3 * 86400), clockWords(3753), clockWords(545), clockWords(4.2), clockWords(-3)]).toEqual(['3 d 0 h', '1:02:33', '9:05', '0:05', '0:00']);
  });

  it('is told in red when it is short', () => {
    expect([short(31, 0), short(30, 0), short(7 * 3600, 3), short(5 * 3600, 3)]).toEqual([false, true, false, true]);
  });
});

describe('the tape', () => {
  it('looks along the line it lies on last, and asks for one at a time', async () => {
    const socket = sit();
    void table.glass.lay([0, 0], [100.4, 0]);
    void table.glass.lay([0, 0], [200, 0]);
    void table.glass.lay([0, 0], [300, 0]);
    await soon();
    expect(socket.asked('sight').map(({ start, end }) => [start, end])).toEqual([[[0, 0], [100, 0]]]);
    socket.answer('sight', { line: { from: [0, 0], to: [100, 0], unit: -1, clear: true } });
    await soon();
    expect(table.glass.along).toMatchObject({ to: [100.4, 0], clear: true, words: 'in sight' });
    expect(socket.asked('sight')).toHaveLength(2);
    socket.answer('sight', { line: { from: [0, 0], to: [300, 0], unit: -1, clear: false, blocker: 'the wood' } });
    await soon();
    expect(table.glass.along).toMatchObject({ to: [300, 0], clear: false, words: 'hidden by the wood' });
    void table.glass.lay([0, 0], [5, 5]);
    await soon();
    socket.answer('sight', { line: null }); // a book without such lines
    await soon();
    expect(table.glass.along).toBeNull();
  });
});
