// What a computer player went by, for a line of the journal.

import { T } from '../strings';
import { motives as words } from '../strings/end';
import type { Motive, Seat } from '../../types';

/** The moves that were weighed, the one taken first, each with what came of it in thought. */
export function reasons({ weighed }: Motive): [string, string][] {
  return weighed.thoughts.map(({ words: what, chance, trials }, n) => {
    const why = chance !== null ? T.decide.wins(chance, trials) : trials > 0 ? T.decide.tried(trials) : n === 0 ? words.rated : words.lower;
    return [what, why];
  });
}

/** Whether the computer plays a side. */
export function computed(seats: readonly Seat[], side: number | null): side is number {
  return side !== null && seats.some((seat) => seat.side === side && seat.kind === 'agent');
}
