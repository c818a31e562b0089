import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { around, overlap, standing } from './labels';
import { crossed, layout, plan, sayOf, type Plan } from './plan';
import { fan } from './stacks';
import { chart, draw, ordinary } from './terrain';
import type { Area, Board, Mark, Rail, View } from './wire';

const ROOT = resolve(import.meta.dirname, '../../../..');
const OWN = resolve(ROOT, '.venv/bin/python');
type Table = { board: Board; view: View };
let tables: Record<string, Table> = {};

beforeAll(() => {
  const told = execFileSync(existsSync(OWN) ? OWN : 'python', ['-m', 'tests.tools.boards'], { cwd: ROOT, maxBuffer: 1 << 28 });
  tables = JSON.parse(told.toString()) as Record<string, Table>;
}, 120_000);

/** What is written when the table fills a window of 1000 by 740, and nearer than that. */
function written({ board, view }: Table, nearer: number, names: boolean): Plan {
  const m = ordinary(board);
  const u = Math.max((board.width + 3.2 * m) / 1000, (board.height + 3.2 * m) / 740) / nearer;
  const pieces = view.pieces.filter((p) => p.footprint.length > 2);
  const piles = fan(pieces);
  const boxes = new Map([...standing(pieces, board.height)].map(([id, b]) => {
    const [dx, dy] = piles.get(id) ?? [0, 0];
    return [id, { x0: b.x0 + dx, x1: b.x1 + dx, y0: b.y0 - dy, y1: b.y1 - dy }] as const;
  }));
  const list = <T>(key: string): T[] => (view.extra?.[key] ?? []) as T[];
  const [areas, rails] = [list<Area>('areas'), list<Rail>('rails')];
  return plan({
    board,
    chart: chart(board),
    extra: areas.length || rails.length ? draw(board, areas, rails) : null,
    pieces,
    boxes,
    marks: list<Mark>('marks'),
    u,
    m,
    written: (p) => ({ say: sayOf(p, m, u), loud: false, name: names || sayOf(p, m, u) === 2 }),
  });
}

describe('what is written on the table', () => {
  it('takes the first free place, prefers one that hides no unit, and gives up where there is none', () => {
    const box = (x: number) => around(x, 0, 10, 10);
    const { at } = layout([{ key: 'a', places: [box(0)] }, { key: 'b', places: [box(4), box(20), box(40)] }, { key: 'c', places: [box(41)] }], [box(20)]);
    expect([at.get('a'), at.get('b'), at.get('c')]).toEqual([0, 2, -1]);
  });

  it('stays where it was written before, unless it would hide somebody there', () => {
    const box = (x: number) => around(x, 0, 10, 10);
    const wishes = [{ key: 'a', places: [box(0), box(20), box(40)] }];
    expect(layout(wishes, [], new Map([['a', 2]])).at.get('a')).toBe(2);
    expect(layout(wishes, [box(40)], new Map([['a', 2]])).at.get('a')).toBe(0);
    expect(layout(wishes, [], new Map([['a', 7]])).at.get('a')).toBe(0);
  });

  it('never lies on something else that is written: every scenario, three depths of zoom, with names and without', () => {
    expect(Object.keys(tables).length).toBeGreaterThan(30);
    const faults: string[] = [];
    for (const [scenario, table] of Object.entries(tables)) {
      for (const nearer of [1, 2.5, 6]) {
        for (const names of [false, true]) {
          const boxes = [...written(table, nearer, names).taken];
          for (const [i, [key, one]] of boxes.entries()) {
            for (const [other, two] of boxes.slice(i + 1)) if (overlap(one, two) > 0) faults.push(`${scenario} ×${nearer}: ${key} on ${other}`);
          }
        }
      }
    }
    expect(faults).toEqual([]);
  }, 60_000);

  it('is nearly all there: places keep their names, and nearer by all units have theirs', () => {
    for (const [scenario, table] of Object.entries(tables)) {
      const fit = written(table, 1, false);
      expect(fit.places.length / Math.max(1, fit.places.length + fit.dots.length), `${scenario}: ${fit.dots.map((l) => l.text).join(', ')}`).toBeGreaterThan(0.8);
      const near = written(table, 6, true);
      const unnamed = [...near.names].filter(([, at]) => !at).length;
      expect(unnamed / Math.max(1, near.names.size), scenario).toBeLessThan(0.1);
      expect(near.dots.length, `${scenario}: ${near.dots.map((l) => l.text).join(', ')}`).toBeLessThan(2);
    }
  }, 60_000);

  it('knows how much of a line a name would lie on, turned or level', () => {
    const wall: [number, number][] = [[0, 0], [100, 0]];
    expect(crossed([wall], 50, 0, 0, 20, 10)).toBeCloseTo(20);
    expect(crossed([wall], 50, 0, 90, 20, 10)).toBeCloseTo(10);
    expect(crossed([wall], 50, 8, 0, 20, 10)).toBe(0);
    expect(crossed([wall], 95, 0, 0, 20, 10)).toBeCloseTo(15);
  });

  it('keeps off walls, hedges and crests wherever there is room beside them', () => {
    let [on, all] = [0, 0];
    for (const table of Object.values(tables)) {
      const [ink, laid] = [chart(table.board), written(table, 1, false)];
      for (const l of laid.places) {
        all++;
        on += Number(crossed(ink.lines, l.x, l.y, l.angle, l.text.length * l.fs * 0.45, l.fs * 0.6) > l.fs * 0.5);
      }
    }
    expect(all).toBeGreaterThan(300);
    expect(on / all).toBeLessThan(0.02);
  });
});
