/** Counters piled on one spot, fanned out so that each can be seen. */

import { art } from './figures';
import type { Piece } from './wire';

/** How far each lies aside of the one beneath it, as a part of its size. */
const STEP = 0.14;

/** For every piece of a pile its shift on the table, y up; those that stand alone are left out. */
export function fan(pieces: readonly Piece[]): Map<number, [number, number]> {
  const piles = new Map<string, Piece[]>();
  for (const piece of pieces) {
    if (piece.leader || piece.footprint.length < 3) continue;
    const spot = `${Math.round(piece.pose[0] / 4)},${Math.round(piece.pose[1] / 4)}`;
    piles.set(spot, [...(piles.get(spot) ?? []), piece]);
  }
  const found = new Map<number, [number, number]>();
  for (const pile of piles.values()) {
    if (pile.length < 2) continue;
    const { box } = art(pile[0]!);
    const step = Math.min(box.x1 - box.x0, box.y1 - box.y0) * STEP;
    pile.forEach((piece, at) => {
      const by = Math.round((at - (pile.length - 1) / 2) * step);
      found.set(piece.id, [by, by]);
    });
  }
  return found;
}
