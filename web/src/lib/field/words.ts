/** The board in words, for those who hear it and for titles. */

import { measure } from './geometry';
import type { Board, Piece, View } from './wire';

const POINTS = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'] as const;

/** A bearing in tenths of a degree as one of eight points. */
export function compass(facing: number): string {
  return POINTS[(((Math.round(facing / 450) % 8) + 8) % 8) as 0]!;
}

/** Where on the table, roughly: 'north-west', 'centre'. */
export function quarter(x: number, y: number, board: Pick<Board, 'width' | 'height'>): string {
  const third = (v: number, whole: number): number => Math.min(2, Math.max(0, Math.floor((v / whole) * 3)));
  const ns = ['south', '', 'north'][third(y, board.height)]!;
  const ew = ['west', '', 'east'][third(x, board.width)]!;
  return ns && ew ? `${ns}-${ew}` : ns || ew || 'centre';
}

/** Figures left, in words; nothing for leaders. */
export function strengthOf(piece: Piece): string {
  const { figures = 0, full = 0 } = piece;
  if (piece.leader || !full) return '';
  return figures < full ? `${figures} of ${full} figures` : `${figures} figures`;
}

/** A piece in one sentence. */
export function describe(piece: Piece, view: Pick<View, 'sides'>, board?: Pick<Board, 'width' | 'height' | 'unit'>): string {
  const [x, y, facing] = piece.pose;
  const parts = [piece.name, view.sides[piece.side] ?? '', strengthOf(piece), ...(piece.tags ?? []).map((t) => t.words)];
  if (board && (piece.status ?? 'on table') === 'on table') {
    const where = `${quarter(x, y, board)}, ${measure(x, board.unit)} from the west and ${measure(y, board.unit)} from the south`;
    parts.push(where, piece.front === false || piece.leader ? '' : `facing ${compass(facing)}`);
  } else if (piece.status && piece.status !== 'on table') {
    parts.push(piece.status);
  }
  return parts.filter(Boolean).join(', ');
}

/** What to put on a small badge for a tag: a number it begins with, else a mark of its tone. */
export function badge(words: string, tone: string | undefined): string {
  const number = /^\d+/.exec(words)?.[0];
  return number ?? (words === 'hidden' ? '◌' : tone === 'bad' ? '!' : tone === 'good' ? '★' : tone === 'spent' ? '✓' : '');
}

/** A reading of dice in words, as far as it can be told without the book. */
export function reading(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'string') return String(value);
  if (Array.isArray(value)) return value.map(reading).join(' / ');
  return '';
}
