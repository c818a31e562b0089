import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { likes } from '../state/prefs.svelte';
import { Table } from '../state/table.svelte';
import type { Area, Ask } from '../../types';
import { ask, FakeSocket, lineOptions, soon, sync, update } from './fixtures';

let table: Table;

function sit(asked: Ask, kind: 'table' | 'hex' = 'table', areas: Area[] = []): FakeSocket {
  FakeSocket.all = [];
  table = new Table('g', ['a'], lineOptions);
  const socket = FakeSocket.last();
  const first = sync({ ask: asked });
  socket.open();
  socket.hear({ ...first, board: { ...first.board, kind, areas } });
  return socket;
}

beforeEach(() => {
  likes.speed = 0;
  likes.curtain = false;
});
afterEach(() => table?.close());

const marching = ask({ offers: [{ verb: 'march', label: 'March', pick: 'unit', ids: [1, 2], drag: true }, { verb: 'hold', label: 'Hold', pick: 'unit', ids: [1, 2] }] });
const going = (unit: number): Ask => ask({ offers: [{ verb: 'go', label: 'Go', pick: 'reach', unit }] });

describe('units chosen together', () => {
  it('are ours only, by shift, by box or by name', () => {
    sit(marching);
    table.pick(1);
    table.orders.toggle(2);
    expect(table.orders.group).toEqual([1, 2]);
    table.orders.toggle(3); // an enemy
    expect(table.orders.group).toEqual([1, 2]);
    table.orders.toggle(2);
    expect(table.orders.group).toEqual([1]);
    table.orders.box([-1e5, -1e5], [1e5, 1e5]);
    expect([...table.orders.group].sort()).toEqual([1, 2]);
    table.pick(null);
    expect(table.orders.group).toEqual([]);
  });

  it('go one after the other, each as far as it may', async () => {
    const socket = sit(marching);
    table.orders.choose([1, 2]);
    const from = table.pieces.get(1)!.pose;
    table.pull({ unit: 1, pose: [from[0] + 300, from[1], from[2]], target: null });
    const first = socket.asked('act')[0]!['noun'] as number;
    socket.answer('act', {});
    socket.hear(update(4, { ask: going(first) }));
    await soon();
    const pose = table.pieces.get(first)!.pose;
    socket.answer('region', { region: [[pose[0] + 100, pose[1]], [pose[0] - 100, pose[1]]] });
    await soon();
    // No farther than a little beyond what can be reached.
    expect(socket.asked('plan')[0]).toMatchObject({ pose: [pose[0] + 110, pose[1], pose[2], ''] });
    for (const { id } of socket.asked('plan')) socket.hear({ type: 'answer', id, legs: [['forward', 300]], preview: null, refusal: null });
    await soon();
    expect(socket.asked('act')[1]).toMatchObject({ verb: 'go' });
    socket.answer('act', {});
    socket.hear(update(5, { ask: ask({ offers: [{ verb: 'march', label: 'March', pick: 'unit', ids: [3 - first], drag: true }] }) }));
    await soon();
    expect(socket.asked('act')[2]).toMatchObject({ verb: 'march', noun: 3 - first });
  });

  it('follow the same order in a word', async () => {
    const socket = sit(marching);
    table.orders.choose([1, 2]);
    expect(table.orders.shared().map((one) => one.verb)).toEqual(['hold']);
    table.orders.all('hold', [1, 2]);
    expect(socket.asked('act')[0]).toMatchObject({ verb: 'hold', noun: 1 });
    socket.answer('act', {});
    socket.hear(update(4, { ask: marching }));
    await soon();
    expect(socket.asked('act')[1]).toMatchObject({ verb: 'hold', noun: 2 });
  });

  it('may be told to go ahead, to face the enemy and to line up', () => {
    sit(marching);
    table.pick(1);
    expect(table.orders.drills(1)).toEqual(expect.arrayContaining(['ahead', 'face', 'line']));
    expect(table.orders.drills(1)).not.toContain('repeat'); // nothing has been ordered yet
  });

  it('are given up by Escape, one step at a time', () => {
    sit(marching);
    table.orders.choose([1, 2]);
    expect(table.at).toBe('several');
    expect(table.back()).toBe(true);
    expect(table.at).toBe('unit');
    expect(table.back()).toBe(true);
    expect(table.at).toBe('nothing');
    expect(table.back()).toBe(false);
  });
});

describe('a way over many places', () => {
  const here = ask({ about: 1, offers: [{ verb: 'march', label: 'March', pick: 'cell', ids: [11, 12], travels: true, drag: true }] });
  const on = ask({ about: 1, offers: [{ verb: 'march', label: 'March', pick: 'cell', ids: [21], travels: true, drag: true }] });
  const journeys = [
    { to: 11, acts: [['march', 11]], left: '6' },
    { to: 21, acts: [['march', 11], ['march', 21]], left: '4' },
    { to: 12, acts: [['march', 12]], stops: 'skirmish check' },
  ];

  async function looked(): Promise<FakeSocket> {
    const socket = sit(here, 'hex');
    await soon();
    socket.answer('journeys', { journeys });
    await soon();
    return socket;
  }

  it('is gone step by step', async () => {
    const socket = await looked();
    expect(table.orders.journeys.size).toBe(3);
    void table.cell(21);
    expect(socket.asked('act').map((each) => each['noun'])).toEqual([11]);
    socket.answer('act', {});
    socket.hear(update(4, { ask: on }));
    await soon();
    expect(socket.asked('act').map((each) => each['noun'])).toEqual([11, 21]);
  });

  it('is forgotten as soon as the game has gone on', async () => {
    const socket = await looked();
    const before = socket.asked('journeys').length;
    socket.hear(update(4, { ask: on }));
    await soon();
    expect(table.orders.journeys.size).toBe(0);
    expect(socket.asked('journeys').length).toBeGreaterThan(before);
  });

  it('ends where dice fall', async () => {
    const socket = await looked();
    void table.cell(21);
    socket.answer('act', {});
    socket.hear(update(4, { ask: on, action: { side: 0, dice: { throw: 'check', cite: 'x', faces: [3], reading: 3 } as never } }));
    await soon();
    expect(socket.asked('act')).toHaveLength(1);
    expect(table.notice?.words).toContain('stop');
  });

  it('ends where the other side acts', async () => {
    const socket = await looked();
    void table.cell(21);
    socket.answer('act', {});
    socket.hear(update(4, { ask: on, action: { side: 1, verb: 'fire', noun: 1 } }));
    await soon();
    expect(socket.asked('act')).toHaveLength(1);
  });

  it('is gone by a drag from the first, though who acts has to be said before', async () => {
    const stacks = ask({ offers: [{ verb: 'act', label: 'Act', pick: 'unit', ids: [1, 2], drag: true }] });
    const socket = sit(stacks, 'hex', [{ kind: 'clear', look: 'open', cell: 21, poly: [[1900, 900], [2100, 900], [2100, 1100], [1900, 1100]] }]);
    await soon();
    table.pull({ unit: 1, pose: [2000, 1000, 0], target: null });
    expect(socket.asked('act').map((each) => each['verb'])).toEqual(['act']);
    socket.answer('act', {});
    socket.hear(update(4, { ask: here }));
    await soon();
    socket.answer('journeys', { journeys });
    await soon();
    expect(socket.asked('act').map((each) => [each['verb'], each['noun']])).toEqual([['act', 1], ['march', 11]]);
  });

  it('is refused in words where nothing can be done to the one it was dropped on', async () => {
    const socket = sit(here, 'hex');
    await soon();
    table.pull({ unit: 1, pose: [3000, 1000, 0], target: 3 });
    await soon();
    expect(socket.asked('act')).toHaveLength(0);
    expect(table.notice?.words).toContain('Unit 1 can do nothing to Unit 3');
  });

  it('is shown first where something waits at its end', async () => {
    const socket = await looked();
    void table.cell(12);
    expect(socket.asked('act')).toHaveLength(0);
    expect(table.orders.shown?.to).toBe(12);
    void table.cell(12);
    expect(socket.asked('act')).toHaveLength(1);
  });
});
