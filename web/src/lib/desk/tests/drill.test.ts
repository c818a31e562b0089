import { describe, expect, it } from 'vitest';
import type { Piece } from '../../types';
import { follow, fullAhead, lineUp, lookAt, moved } from '../state/drill';

const piece = (id: number, pose: [number, number, number]): Piece => ({ id, side: 0, name: String(id), arm: 'foot', glyph: 'foot', pose, footprint: [], figures: 8, full: 8 }) as unknown as Piece;

describe('orders of the drill-book', () => {
  it('goes ahead as the unit faces', () => {
    const [x, y, facing] = fullAhead([1000, 1000, 900]);
    expect(x).toBeGreaterThan(3000);
    expect([y, facing]).toEqual([1000, 900]);
  });

  it('repeats what another did, as the unit itself sees it', () => {
    expect(moved([0, 0, 0], { ahead: 300, aside: 100, turn: 450 })).toEqual([100, 300, 450]);
    expect(moved([0, 0, 1800], { ahead: 300, aside: 100, turn: 450 })).toEqual([-100, -300, 2250]);
  });

  it('faces the nearest enemy, and nobody where there is none', () => {
    expect(lookAt([0, 0, 0], [[500, 0, 0], [0, 2000, 0]])).toEqual([0, 0, 900]);
    expect(lookAt([0, 0, 0], [])).toBeNull();
  });

  it('follows whoever is ahead, not who is beside or behind', () => {
    const me = piece(1, [0, 0, 0]);
    expect(follow(me, [piece(2, [0, 1000, 0]), piece(3, [900, 0, 0])])).toEqual([0, 700, 0]);
    expect(follow(me, [piece(3, [900, 0, 0]), piece(4, [0, -800, 0])])).toBeNull();
  });

  it('lines up beside the nearest friend', () => {
    expect(lineUp(piece(1, [0, 0, 450]), [piece(2, [600, 200, 0])])).toEqual([0, 200, 0]);
  });
});
