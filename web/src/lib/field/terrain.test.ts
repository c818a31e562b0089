import { describe, expect, it } from 'vitest';
import { hexes, sampler } from '../../demo/scenes';
import { bounds, inside } from './geometry';
import { chart, draw } from './terrain';
import type { Area, Board, Point } from './wire';

const rect = (x: number, y: number, w: number, h: number): Point[] => [
  [x, y],
  [x + w, y],
  [x + w, y + h],
  [x, y + h],
];
const table = (areas: Area[], rails: Board['rails'] = []): Board => ({ kind: 'table', width: 7200, height: 4800, unit: 'inch', areas, rails });
const area = (look: Area['look'], poly: Point[], kind: string = look): Area => ({ kind, look, poly, label: `the ${look}` });

/** Every point named in a path. */
function points(d: string): Point[] {
  return [...d.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map((m) => [Number(m[1]), Number(m[2])]);
}
const inks = (board: Board, cls: string): string =>
  [...chart(board).under, ...chart(board).over].filter((i) => i.cls === cls).map((i) => i.d).join('');

describe('the map', () => {
  it('draws every look, and nothing that is not a number', () => {
    for (const board of [sampler, hexes]) {
      const { under, over } = chart(board);
      for (const ink of [...under, ...over]) {
        expect(ink.d, ink.cls).not.toMatch(/NaN|undefined|Infinity/);
        expect(ink.d.length).toBeGreaterThan(0);
      }
    }
    const classes = new Set([...chart(sampler).under, ...chart(sampler).over].map((i) => i.cls));
    for (const cls of ['hachure', 'tree', 'marsh-blade', 'furrow', 'water', 'shore', 'road', 'casing', 'plank', 'house', 'work', 'bank', 'post', 'wall', 'stream', 'zone'])
      expect(classes, cls).toContain(cls);
  });

  it('looks the same every time', () => {
    expect(chart(sampler)).toEqual(chart(structuredClone(sampler)));
  });

  it('does not mind which way round a shape is given', () => {
    const poly = rect(1000, 1000, 800, 500);
    expect(inks(table([area('hill', poly)]), 'hachure').length).toBeGreaterThan(500);
    expect(inks(table([area('hill', [...poly].reverse())]), 'hachure').length).toBeGreaterThan(500);
  });

  it('keeps trees in the wood and off the road', () => {
    const wood = rect(1000, 1000, 2000, 1500);
    const road = rect(1800, 0, 300, 4800);
    const board = table([area('wood', wood), area('road', road)]);
    const up = (p: Point): Point => [p[0], 4800 - p[1]];
    const spots = points(inks(board, 'tree').replace(/Z/g, ' ')).map((p) => p);
    expect(spots.length).toBeGreaterThan(150);
    const s = chart(board).scale;
    for (const [x, y] of spots) {
      const w: Point = [x * s, y * s];
      expect(inside(wood.map(up), ...w)).toBe(true);
      expect(inside(road.map(up), ...w)).toBe(false);
    }
  });

  it('lays woods, hills and rocks inside a circle or a box as ground lies, and dots the border that is measured to', () => {
    const circle = Array.from({ length: 32 }, (_, i): Point => [3600 + 900 * Math.cos((i / 16) * Math.PI), 2400 + 900 * Math.sin((i / 16) * Math.PI)]);
    for (const poly of [circle, rect(2800, 1700, 1600, 1500)]) {
      for (const [look, kind, wash] of [['wood', 'wood', 'wood-wash'], ['hill', 'hill', 'hill-0'], ['open', 'rocks', 'rocks-wash'], ['open', 'scrub', 'scrub-wash']] as const) {
        const board = table([area(look, poly, kind)]);
        const s = chart(board).scale;
        const first = inks(board, wash).split('Z')[0]!;
        const lies = points(first).map(([x, y]): Point => [x * s, 4800 - y * s]);
        expect(lies.length, kind).toBeGreaterThan(20);
        const fit = poly.map(([x, y]): Point => [3600 + (x - 3600) * 1.01, 2400 + (y - 2400) * 1.01]);
        for (const [x, y] of lies) expect(inside(fit, x, y), kind).toBe(true);
        const far = lies.map(([x, y]) => Math.hypot(x - 3600, y - 2400));
        expect(Math.max(...far) - Math.min(...far), kind).toBeGreaterThan(40);
        expect(inks(board, 'ruled-edge').length, kind).toBeGreaterThan(40);
      }
    }
  });

  it('bends a wood that runs off the table, or on into another, where it ends and nowhere else', () => {
    const corner = (areas: Area[]): Point[] => points(inks(table(areas), 'wood-wash').split('Z')[0]!);
    const lone = corner([area('wood', rect(0, 3600, 1200, 1200))]);
    expect(lone.length).toBeGreaterThan(20);
    // In the corner of the table it fills the corner; its far corner is off.
    expect(lone.some(([x, y]) => x === 0 && y === 0)).toBe(true);
    expect(lone.some(([x, y]) => x > 1180 && y > 1180)).toBe(false);
    const joined = corner([area('wood', rect(1000, 1000, 1000, 1000)), area('wood', rect(2000, 1000, 1000, 1000))]);
    const seam = joined.filter(([x]) => x > 1999.5);
    expect(Math.max(...seam.map(([, y]) => y)) - Math.min(...seam.map(([, y]) => y))).toBeGreaterThan(950);
  });

  it('leaves a shape alone that somebody drew, and a hexagon', () => {
    const drawn: Point[] = [[1000, 1000], [2400, 900], [2900, 1600], [2300, 2300], [1500, 1900], [900, 1700]];
    expect(points(inks(table([area('wood', drawn)]), 'wood-wash'))).toHaveLength(drawn.length);
    const hexed: Board = { ...table([area('wood', rect(1000, 1000, 900, 900))]), kind: 'hex' };
    expect(points(inks(hexed, 'wood-wash'))).toHaveLength(4);
  });

  it('leaves a road open at its ends and at the edge of the table', () => {
    const casing = points(inks(table([area('road', rect(0, 2250, 4600, 300))]), 'casing'));
    const s = chart(table([])).scale;
    // the two sides start or stop at the ends, but no line crosses them: all points are near one side or the other
    for (const [, y] of casing) {
      const off = Math.min(Math.abs(y * s - (4800 - 2250)), Math.abs(y * s - (4800 - 2550)));
      expect(off).toBeLessThan(10);
    }
    expect(inks(table([area('water', rect(0, 0, 7200, 300))]), 'shore').split('M')).toHaveLength(2);
  });

  it('breaks a rampart at its gates', () => {
    const poly = rect(2300, 2600, 2600, 1000);
    const ring: Point[] = [...poly, poly[0]!];
    const whole = inks(table([area('work', poly)], [{ kind: 'work', look: 'bank', points: ring }]), 'bank-out');
    const gated = inks(
      table([area('work', poly)], [
        { kind: 'work', look: 'bank', points: ring },
        { kind: 'gate', look: 'gate', points: [[3450, 2600], [3750, 2600]] },
      ]),
      'bank-out',
    );
    expect(whole.split('M')).toHaveLength(2);
    expect(gated.split('M')).toHaveLength(3);
  });

  it('draws the slope outside the work, whichever way its wall runs', () => {
    const poly = rect(2300, 2600, 2600, 1000);
    for (const ring of [[...poly, poly[0]!], [...poly, poly[0]!].reverse()]) {
      const board = table([area('work', poly)], [{ kind: 'work', look: 'bank', points: ring }]);
      const b = bounds(points(inks(board, 'slope')));
      const s = chart(board).scale;
      expect(b.x0 * s).toBeLessThan(2290);
      expect(b.x1 * s).toBeGreaterThan(4910);
    }
  });

  it('names a place once, where it can be read', () => {
    const { labels } = chart(sampler);
    expect(labels.filter((l) => l.text === 'Signal Hill')).toHaveLength(1);
    for (const l of labels) expect(Math.abs(l.angle)).toBeLessThanOrEqual(90);
  });

  it('draws in proportion on a table measured in centimetres', () => {
    const big: Board = { kind: 'table', width: 18000, height: 12000, unit: 'cm', areas: [area('wood', rect(2500, 2500, 2500, 2000))] };
    const small = table([area('wood', rect(1000, 1000, 1000, 800))]);
    expect(chart(big).scale).toBeCloseTo(chart(small).scale * 2.5);
    expect(inks(big, 'tree').length).toBeGreaterThan(inks(small, 'tree').length * 0.7);
    expect(inks(big, 'tree').length).toBeLessThan(inks(small, 'tree').length * 1.4);
  });

  it('draws what comes and goes in the same hand', () => {
    const extra = draw(sampler, [area('zone', rect(0, 0, 600, 600))], []);
    expect(extra.under.map((i) => i.cls)).toEqual(['zone']);
    expect(draw(sampler, [{ ...area('wood', []), poly: [] }], []).under).toEqual([]);
  });

  it('draws wild ground by its kind, all of it inside its border', () => {
    const poly = rect(1000, 1000, 2000, 1500);
    for (const [kind, look, cls] of [['rocks', 'work', 'rock'], ['scrub', 'field', 'bush'], ['sand', 'open', 'dune'], ['cliff', 'work', 'slope']] as const) {
      const board = table([area(look, poly, kind)]);
      expect(inks(board, cls).length, kind).toBeGreaterThan(200);
      expect(inks(board, 'ruled-edge').length, kind).toBeGreaterThan(20);
      const s = chart(board).scale;
      const b = bounds(points(inks(board, cls)).map(([x, y]): Point => [x * s, 4800 - y * s]));
      expect(b.x0 > 960 && b.x1 < 3040 && b.y0 > 960 && b.y1 < 2540, kind).toBe(true);
    }
  });

  it('bends the contours of a round hill, and leaves its foot as it is', () => {
    const round = Array.from({ length: 24 }, (_, i): Point => [3000 + 900 * Math.cos((i * Math.PI) / 12), 2400 + 900 * Math.sin((i * Math.PI) / 12)]);
    const board = table([area('hill', round)]);
    const s = chart(board).scale;
    const far = points(inks(board, 'hill-1').replace(/C[^A-Z]*? (-?[\d.]+ -?[\d.]+)(?=[CZ]|$)/g, 'L$1')).map(([x, y]) => Math.hypot(x * s - 3000, 4800 - y * s - 2400));
    expect(Math.max(...far)).toBeLessThan(900);
    expect(Math.max(...far) / Math.min(...far)).toBeGreaterThan(1.12);
    expect(points(inks(board, 'ruled-edge')).every(([x, y]) => Math.abs(Math.hypot(x * s - 3000, 4800 - y * s - 2400) - 900) < 12)).toBe(true);
  });

  it('ploughs every plot of a field', () => {
    const board = table([area('field', rect(1000, 1000, 2000, 1500), 'crops')]);
    expect((inks(board, 'furrow').match(/M/g) ?? []).length).toBeGreaterThan(100);
  });
});
