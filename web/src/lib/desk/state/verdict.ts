// How a battle ended, for the one who looks at it.

import type { LuckLine, Outcome, Summary, TurnSum } from '../../types';
import { T } from '../strings';

export type Ending = 'won' | 'lost' | 'drawn' | 'over';

/** What the end is to a side; to an onlooker, or to two at one screen, it is only over. */
export function ending(outcome: Outcome, side: number | null): Ending {
  if (outcome.winner === null) return 'drawn';
  return side === null ? 'over' : outcome.winner === side ? 'won' : 'lost';
}

export function headline(outcome: Outcome, side: number | null, sides: readonly string[]): string {
  const how = ending(outcome, side);
  if (how === 'over') return T.end.winner(sides[outcome.winner!] ?? '');
  return T.end[how];
}

/** Dice read high or low: where the middle of all games of such throws would be, in a sentence. */
export function luckWords(summary: Pick<Summary, 'pips'>, sides: readonly string[]): string {
  const told = summary.pips.filter((line): line is LuckLine & { percentile: number } => line.percentile !== null && line.side !== null);
  if (told.length === 0) return '';
  return told.map((line) => T.end.luck(sides[line.side!] ?? '', Math.round(line.percentile * 100))).join(' ');
}

/** The score of each side at the beginning of a turn, as far as it is a number. */
export function scoresAt(point: Pick<TurnSum, 'scores'>): number[] {
  return point.scores.map((score) => Number.parseFloat(score) || 0);
}
