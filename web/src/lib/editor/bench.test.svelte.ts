import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { flushSync } from 'svelte';
import { Bench } from './bench.svelte';
import type { Battle, BattleLooked, BattleKit } from './kit';

const KIT: BattleKit = {
  head: [
    { name: 'title', words: 'Title' },
    { name: 'table', words: 'Table', kind: 'pair' },
  ],
  sections: [
    { key: 'side', title: 'Sides', fixed: 2, fields: [{ name: 'key', words: 'Key' }] },
    { key: 'terrain', title: 'Terrain', by: 'kind', fields: [{ name: 'kind', words: 'Kind' }, { name: 'name', words: 'Name' }, { name: 'poly', words: 'Outline', kind: 'poly' }] },
    { key: 'zone', title: 'Zones', fields: [{ name: 'side', words: 'Side', kind: 'row', of: ['side', 'key'] }, { name: 'rects', words: 'Where', kind: 'rects' }] },
    { key: 'unit', title: 'Places', fields: [{ name: 'id', words: 'Unit' }, { name: 'at', words: 'Place', kind: 'point' }] },
  ],
  kinds: [{ section: 'terrain', value: 'wood', words: 'Wood', shape: 'poly', row: { kind: 'wood', name: 'a wood' } }],
  blanks: [],
  lists: [{ name: 'guards', title: 'Guards', points: 1, units: [{ id: 'A1', name: 'Guard', words: 'foot' }] }],
};
const BATTLE: Battle = {
  title: 'A day',
  table: [40, 30],
  side: [{ key: 'A', army: 'guards' }, { key: 'B' }],
  terrain: [
    { kind: 'wood', name: 'the great wood', poly: [[0, 0], [20, 0], [20, 20], [0, 20]] },
    { kind: 'wood', name: 'the small wood', poly: [[4, 4], [8, 4], [8, 8]] },
  ],
  zone: [{ side: 'B', rects: [[0, 24, 40, 30]] }],
};

let answers: BattleLooked[] = [];
const asked: unknown[] = [];

function draft(battle: Battle, faults: BattleLooked['faults'] = []): BattleLooked {
  const board = { kind: 'table' as const, width: 4000, height: 3000, unit: 'inch' };
  const piece = { id: 7, side: 0, name: 'Guard', arm: 'foot', glyph: 'F', pose: [1000, 500, 900], footprint: [[0, 0], [1, 0], [1, 1]] };
  const view = { book: 'b', scenario: '', side: null, sides: ['A', 'B'], headline: '', pieces: [piece] };
  const picture = { title: 'A day', blurb: '', sides: ['A', 'B'], board, view, cards: {} };
  return { battle, text: 'x = 1', faults, picture: picture as unknown as BattleLooked['picture'] };
}

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
  answers = [];
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body)) as { battle: Battle };
    asked.push(body);
    return Promise.resolve(new Response(JSON.stringify(answers.shift() ?? draft(body.battle))));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const made = (): { bench: Bench; kept: Battle[] } => {
  const kept: Battle[] = [];
  return { bench: new Bench(KIT, 'b', BATTLE, (battle) => kept.push(battle)), kept };
};

describe('the bench', () => {
  it('keeps every change at once and asks the server when the hand rests', async () => {
    const { bench, kept } = made();
    bench.set({ section: '', row: null }, 'title', 'N', true);
    bench.set({ section: '', row: null }, 'title', 'New', true);
    expect(kept).toHaveLength(2);
    expect(asked).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(500);
    expect(asked).toEqual([{ battle: { ...BATTLE, title: 'New' } }]);
    expect(bench.faults).toEqual([]);
    bench.undo();
    expect(bench.battle.title).toBe('A day');
    bench.redo();
    expect(bench.battle.title).toBe('New');
    bench.stop();
  });

  it('chooses the smallest thing under the pointer, and the next when pressed again', () => {
    const { bench } = made();
    flushSync();
    bench.choose(bench.under([7, 5], 0.2));
    expect(bench.selected).toEqual({ section: 'terrain', row: 1 });
    bench.choose(bench.under([7, 5], 0.2));
    expect(bench.selected).toEqual({ section: 'terrain', row: 0 });
    expect(bench.under([30, 10], 0.2)).toBeNull();
    expect(bench.things.map((thing) => [thing.role, thing.side])).toEqual([['ground', -1], ['ground', -1], ['zone', 1]]);
    bench.stop();
  });

  it('draws, copies and gives up things, and never takes a side away', () => {
    const { bench } = made();
    bench.addKind(KIT.kinds[0]!, [[1, 1], [2, 1], [2, 2]]);
    expect(bench.selected).toEqual({ section: 'terrain', row: 2 });
    bench.copy({ section: 'terrain', row: 2 });
    expect((bench.battle.terrain as { name: string }[]).map((one) => one.name)).toEqual(['the great wood', 'the small wood', 'a wood', 'a wood 2']);
    bench.remove({ section: 'terrain', row: 3 });
    bench.remove({ section: 'side', row: 0 });
    expect(bench.battle.side).toHaveLength(2);
    bench.undo();
    expect(bench.battle.terrain).toHaveLength(4);
    bench.stop();
  });

  it('moves what is chosen step by step, as one step back', async () => {
    const { bench } = made();
    await bench.look();
    bench.choose({ section: 'zone', row: 0 });
    bench.nudge(0, -1);
    bench.nudge(0, -1);
    expect((bench.battle.zone as { rects: unknown }[])[0]?.rects).toEqual([[0, 22, 40, 28]]);
    bench.undo();
    expect(bench.battle).toBe(BATTLE);
    bench.choosePiece(7);
    bench.nudge(1, 0);
    expect(bench.battle.unit).toEqual([{ id: 'A1', at: [11, 5], facing: 90 }]);
    bench.stop();
  });

  it('keeps the last picture while something is wrong, and says so', async () => {
    const { bench } = made();
    await bench.look();
    expect(bench.plain).toBe(false);
    answers = [{ ...draft(BATTLE, [{ words: 'no', cite: '1', at: ['terrain', 0] }]), picture: null }];
    await bench.look();
    expect(bench.picture).not.toBeNull();
    expect(bench.plain).toBe(true);
    expect(bench.faults).toHaveLength(1);
    bench.set({ section: '', row: null }, 'table', [50, 30]);
    expect(bench.board.width).toBe(5000);
    bench.stop();
  });

  it('asks again when the server is away', async () => {
    const { bench } = made();
    vi.stubGlobal('fetch', () => Promise.reject(new Error('away')));
    await bench.look();
    expect(bench.trouble).not.toBe('');
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(draft(BATTLE)))));
    await vi.advanceTimersByTimeAsync(2500);
    expect(bench.trouble).toBe('');
    bench.stop();
  });
});
