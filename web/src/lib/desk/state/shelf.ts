// What the shelf says of a battle: from its own data, and from games the computer has played on it.

import { shelf as words } from '../strings/shelf';
import type { Measured, ScenarioDetail } from '../../types';

/** So far from half a battle may be and still be called even. */
const EVEN = 0.05;
/** And so far before it is called uphill for one of them. */
const UPHILL = 0.12;
/** Fewer games than these say little, and it is said. */
const FEW = 100;

/** How fair a battle is, in a word or two. */
export function fairness(found: Measured | null | undefined, sides: readonly string[]): string {
  if (!found) return words.unmeasured;
  const lean = (found.won + found.drawn / 2) / found.games - 0.5;
  const [stronger, weaker] = lean > 0 ? [sides[0], sides[1]] : [sides[1], sides[0]];
  const far = Math.abs(lean);
  const told = far <= EVEN ? words.even : far <= UPHILL ? words.leans(stronger ?? '') : words.uphill(weaker ?? '');
  return found.games < FEW ? `${told} (${words.few(found.games)})` : told;
}

/** Units of each side, its leaders apart, those still to come among them. */
export function sizes(detail: ScenarioDetail): number[] {
  return detail.sides.map((_, side) => detail.view.pieces.filter((piece) => piece.side === side && !piece.leader).length);
}
