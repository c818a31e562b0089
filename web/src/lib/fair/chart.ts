// The numbers behind the panel "Is it fair?": widths of bars and places of marks, in parts of a hundred.

import type { Balance } from '../types/wire';

export type Standing = Balance['standing'];

export interface Part {
  kind: 'first' | 'drawn' | 'second';
  count: number;
  width: number;
}

/** The games as one bar: won by the first side, drawn, won by the second. */
export function parts(found: Balance): Part[] {
  const counts = [found.sides[0]?.won ?? 0, found.drawn, found.sides[1]?.won ?? 0];
  const kinds = ['first', 'drawn', 'second'] as const;
  const all = counts.reduce((sum, count) => sum + count, 0);
  return kinds.map((kind, at) => ({ kind, count: counts[at] ?? 0, width: all > 0 ? (100 * (counts[at] ?? 0)) / all : 0 }));
}

export interface Mark {
  at: number;
  from: number;
  to: number;
}

/** Where the first side's share and its interval stand on the bar. */
export function mark(found: Balance): Mark | null {
  const first = found.sides[0];
  if (!first || found.played === 0) return null;
  return { at: 100 * first.share, from: 100 * first.low, to: 100 * first.high };
}

export interface Column {
  turn: number;
  games: number;
  height: number;
}

/** How many games ended in which turn, without gaps between the first and the last; a very long span keeps to the turns met. */
export function columns(found: Balance): Column[] {
  const met = new Map(found.turns.map(([turn, games]) => [turn, games]));
  const turns = [...met.keys()];
  if (turns.length === 0) return [];
  const [first, last] = [Math.min(...turns), Math.max(...turns)];
  const most = Math.max(...met.values());
  const span = last - first < 40 ? Array.from({ length: last - first + 1 }, (_, at) => first + at) : turns;
  return span.map((turn) => ({ turn, games: met.get(turn) ?? 0, height: (100 * (met.get(turn) ?? 0)) / most }));
}

/** What part of a side is gone at the end. */
export function gone(figures: number, lost: number): number {
  return figures > 0 ? Math.min(1, lost / figures) : 0;
}
