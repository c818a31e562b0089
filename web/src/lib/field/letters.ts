/**
 * The letters a table may come to write are fetched when it is laid out. A face that arrives later, with the first name that is pointed at, has every
 * word on the table measured and painted anew: a fifth of a second in the middle of a zoom.
 */

import type { Board, View } from './wire';

/** All faces of `fonts.css` that are written with on a table: names of units are bold, those of places slanted. */
export const FACES = ["500 12px 'Alegreya'", "700 12px 'Alegreya'", "italic 500 12px 'Alegreya'", "600 12px 'Source Sans 3'"] as const;

/** What every table writes: numbers and distances. */
const ALWAYS = 'Aa0″';

/** Each letter that a name on this table has, once. */
export function lettersOf(board: Board, view: View): string {
  const names = [...view.pieces.map((p) => p.name), ...[...(board.areas ?? []), ...(board.rails ?? [])].map((one) => one.label)];
  return [...new Set([ALWAYS, ...names].join(''))].sort().join('');
}

/** Have them fetched; a face is fetched only for letters that it has, and never twice. */
export function fetchLetters(letters: string, fonts: Pick<FontFaceSet, 'load'> | undefined = document.fonts): void {
  // A face that cannot be had is no fault: another writes in its place.
  for (const face of FACES) fonts?.load(face, letters).catch(() => undefined);
}
