import { describe, expect, it } from 'vitest';
import { closeup } from '../state/closeup';
import { piece } from './fixtures';

describe('a table seen from near', () => {
  const at = (id: number, side: number, x: number, y: number) => piece(id, side, x, y, { figures: 10 });
  const board = { width: 7200, height: 4800 };

  it('looks to where both sides are', () => {
    const pieces = [at(1, 0, 500, 500), at(2, 0, 600, 600), at(3, 0, 5000, 3000), at(4, 1, 5400, 3000)];
    const [x, y] = closeup(board, pieces, 1600, 900);
    expect(x).toBeLessThan(5000);
    expect(x + 1600).toBeGreaterThan(5400);
    expect(y).toBeLessThan(3000);
    expect(y + 900).toBeGreaterThan(3000);
  });

  it('never looks beyond the table, though nobody stands on it or it is small', () => {
    expect(closeup(board, [], 1600, 900)).toEqual([2800, 1950]);
    expect(closeup(board, [at(1, 0, 0, 0)], 1600, 900)).toEqual([0, 0]);
    expect(closeup({ width: 1000, height: 500 }, [at(1, 0, 900, 400)], 1600, 900)).toEqual([0, 0]);
  });
});
