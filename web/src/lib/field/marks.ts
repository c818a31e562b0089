/** Flags and marked spots under the pointer: they lie over units, who are to be chosen through them, so nothing is clicked on them. */

import type { Mark } from './wire';

/** How much larger than drawn a flag is, in its own measure: a pointer is not that exact. */
const ROOM = 3;

/** How large flags and spots are drawn: as large as the table allows to read. */
export const markScale = (u: number, m: number): number => Math.max(u, m / 60);

/** The mark at a point of the table, y up; of several the one drawn last. */
export function markAt(marks: readonly Mark[], x: number, y: number, scale: number): Mark | null {
  const found = marks.filter((mark) => {
    const [dx, dy] = [(x - mark.at[0]) / scale, (y - mark.at[1]) / scale];
    if (mark.look === 'spot') return Math.hypot(dx, dy) <= 8 + ROOM;
    return dx >= -ROOM && dx <= 18 + ROOM && dy >= -2 - ROOM && dy <= 24 + ROOM;
  });
  return found.at(-1) ?? null;
}
