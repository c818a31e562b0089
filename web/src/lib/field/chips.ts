/** The marks beside a unit: how many they are, what state they are in. */

import { art } from './figures';
import type { Piece } from './wire';
import { badge } from './words';

/** How much to say: 0 as little as can be, 1 marks, 2 words. */
export type Say = 0 | 1 | 2;

export interface Chip {
  text: string;
  title: string;
  tone: string;
  w: number;
}

export const ROW = 15;
const WIDEST = 150;
const wide = (text: string, size: number): number => Math.ceil(text.length * size * 0.56);

export function chipsOf(piece: Piece, say: Say, u: number): Chip[] {
  const found: Chip[] = [];
  const figures = piece.figures ?? 0;
  const lost = (piece.full ?? 0) > 0 && figures < (piece.full ?? 0) && !piece.leader;
  const block = art(piece).size / u < 6.2;
  if (!piece.leader && figures && (say === 2 || (say > 0 && (lost || block)))) {
    const text = say === 2 && lost ? `${figures}/${piece.full}` : String(figures);
    found.push({ text, title: `${figures} of ${piece.full ?? figures} figures`, tone: lost ? 'lost' : 'count', w: wide(text, 10) + 7 });
  }
  for (const tag of piece.tags ?? []) {
    const tone = tag.tone ?? 'plain';
    const title = `${tag.words} [${tag.cite}]`;
    if (say === 2) found.push({ text: tag.words, title, tone, w: wide(tag.words, 9.6) + 9 });
    else if (tag.short && say > 0) found.push({ text: tag.short, title, tone: `${tone} short`, w: Math.ceil(tag.short.length * 7) + 8 });
    else if (tone !== 'plain') found.push({ text: badge(tag.words, tone), title, tone, w: 13 });
  }
  return say === 2 ? found.slice(0, 6) : found.slice(0, 5);
}

/** Words in rows of a readable width, marks in one. */
export function rowsOf(chips: readonly Chip[]): Chip[][] {
  const found: Chip[][] = [[]];
  let room = 0;
  for (const chip of chips) {
    if (room + chip.w > WIDEST && found.at(-1)!.length) {
      found.push([]);
      room = 0;
    }
    found.at(-1)!.push(chip);
    room += chip.w + 2;
  }
  return found;
}

export const widthOf = (row: readonly Chip[]): number => row.reduce((sum, c) => sum + c.w + 2, -2);
