// What somebody went by who weighed his moves: a computer player, or the officer who is asked for a hint.

import { T } from '../strings';
import { motives as words } from '../strings/end';
import type { Seat, ThoughtOf } from '../../types';

const inHundred = (chance: number): number => Math.round(100 * chance);

/** Why a move that was fought out with as much success, or more, still stands behind the first. */
function beside(chance: number, first: number | null): string {
  if (first === null || inHundred(chance) < inHundred(first)) return '';
  return `; ${inHundred(chance) === inHundred(first) ? words.asGood : words.notClear}`;
}

/** The moves that were weighed, each with what came of it in thought; `untried` says it of those that were not fought out. */
export function reasons(thoughts: readonly ThoughtOf[], untried: (n: number) => string): [string, string][] {
  return thoughts.map(({ words: what, chance, trials }, n) => {
    if (chance === null) return [what, trials > 0 ? T.decide.tried(trials) : untried(n)];
    return [what, T.decide.wins(chance, trials) + (n === 0 ? '' : beside(chance, thoughts[0]!.chance))];
  });
}

/** Whether the computer plays a side. */
export function computed(seats: readonly Seat[], side: number | null): side is number {
  return side !== null && seats.some((seat) => seat.side === side && seat.kind === 'agent');
}
