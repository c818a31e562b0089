// The computer's judgement over a finished battle, as a line and in words.

import { fortune as words } from '../strings/end';
import type { Judged, Turning } from '../../types';

/** The judgement as a path: it stays as it was until the next choice. */
export function line(points: readonly Judged[], x: (seq: number) => number, y: (chance: number) => number, end: number): string {
  const [first, ...rest] = points;
  if (!first) return '';
  return `M0 ${y(first.chance).toFixed(1)}${rest.map((point) => `H${x(point.seq).toFixed(1)}V${y(point.chance).toFixed(1)}`).join('')}H${end}`;
}

/** A turning point in a line: when, and whose way it went. */
export function named(one: Turning, sides: readonly string[]): string {
  return words.turned(one.turn, sides[one.gained] ?? '');
}

/** What happened, as a sentence or several. */
export function whole(lines: readonly string[]): string {
  return lines.map((each) => each.replace(/\s*\.?$/, '.')).join(' ');
}
