import { describe, expect, it } from 'vitest';
import { around, freest, overlap, plates, standing } from './labels';
import type { Piece } from './wire';

const box = (x: number, y: number, w = 20, h = 20) => around(x, y, w, h);

describe('words that keep clear', () => {
  it('know how much of a thing they hide', () => {
    expect(overlap(box(0, 0), box(10, 10))).toBe(100);
    expect(overlap(box(0, 0), box(20, 0))).toBe(0);
  });

  it('take the first free place, else the one that hides least', () => {
    expect(freest([box(0, 0), box(50, 0), box(90, 0)], [box(0, 0)])).toBe(1);
    expect(freest([box(0, 0), box(15, 0)], [box(0, 0)])).toBe(1);
    expect(freest([box(0, 0)], [])).toBe(0);
  });

  it('know where units stand, y down', () => {
    const piece = { id: 7, footprint: [[0, 0], [10, 0], [10, 20], [0, 20]] } as unknown as Piece;
    expect(standing([piece], 100).get(7)).toEqual({ x0: 0, y0: 80, x1: 10, y1: 100 });
    expect(standing([{ id: 8, footprint: [] } as unknown as Piece], 100).size).toBe(0);
  });

  it('stand beside their unit, not on it nor on each other', () => {
    const units = new Map([
      [1, box(0, 0, 60, 20)],
      [2, box(30, 24, 60, 20)],
      [3, box(-30, 26, 60, 20)],
    ]);
    const found = plates([1, 2, 3].map((unit) => ({ unit, w: 90, h: 30 })), units, { x: 0, y: 200 }, null);
    const boxes = found.map((plate) => around(plate.x, plate.y, plate.w, plate.h));
    expect(found).toHaveLength(3);
    for (const [i, one] of boxes.entries()) {
      for (const unit of units.values()) expect(overlap(one, unit)).toBe(0);
      for (const other of boxes.slice(i + 1)) expect(overlap(one, other)).toBe(0);
    }
    // away from whoever looks: he is below, the first plate goes up
    expect(found[0]!.y).toBeLessThan(0);
  });

  it('change places where their stalks would cross', () => {
    const units = new Map([
      [1, box(0, 0)],
      [2, box(60, 0)],
    ]);
    const [one, other] = plates([1, 2].map((unit) => ({ unit, w: 100, h: 20 })), units, { x: 30, y: 90 }, null);
    expect(one!.x).toBeLessThan(other!.x);
  });

  it('stay in the window where they can', () => {
    const [plate] = plates([{ unit: 1, w: 60, h: 20 }], new Map([[1, box(50, 10)]]), null, { x0: 0, y0: 0, x1: 200, y1: 200 });
    expect(plate!.y - 10).toBeGreaterThanOrEqual(0);
  });
});
