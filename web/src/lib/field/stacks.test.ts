import { describe, expect, it } from 'vitest';
import { fan } from './stacks';
import type { Piece } from './wire';

function counter(id: number, x: number, y: number, leader = false): Piece {
  const corners = [[x - 50, y - 50], [x + 50, y - 50], [x + 50, y + 50], [x - 50, y + 50]];
  return { id, side: 0, name: `C${id}`, arm: 'infantry', glyph: 'F', pose: [x, y, 0], footprint: corners, bases: [corners], leader } as unknown as Piece;
}

describe('piles', () => {
  it('are fanned out, evenly about their spot', () => {
    const shifts = fan([counter(1, 500, 500), counter(2, 500, 500), counter(3, 501, 500)]);
    expect([...shifts.keys()]).toEqual([1, 2, 3]);
    const along = [1, 2, 3].map((id) => shifts.get(id)![0]);
    expect(along[0]).toBeLessThan(0);
    expect(along[1]).toBe(0);
    expect(along[2]).toBe(-along[0]!);
  });

  it('are no piles: those alone, and leaders with their units', () => {
    expect(fan([counter(1, 100, 100), counter(2, 900, 100), counter(3, 100, 100, true)]).size).toBe(0);
  });
});
