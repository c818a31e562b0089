/** The measuring tape laid with keys: arrows carry its far end, comma and full stop lay it on unit after unit, Enter measures on from there. */

import { clamp, type Direction } from './geometry';
import type { Camera } from './camera.svelte';
import type { Piece, Point } from './wire';

/** What the tape needs of the field. */
export interface Measured {
  readonly cam: Camera;
  readonly W: number;
  readonly H: number;
  readonly pieces: readonly Piece[];
  readonly byId: ReadonlyMap<number, Piece>;
  readonly selected: number | null;
  readonly taped: { from: Point; to: Point } | null;
  tape(from: Point, to: Point): void;
}

const INCH = 100;
const WAYS: Record<Direction, Point> = { up: [0, 1], down: [0, -1], left: [-1, 0], right: [1, 0] };

const at = (piece: Piece): Point => [piece.pose[0], piece.pose[1]];

/** It begins at the unit that has the focus, or is chosen; else in the middle. */
function begun(f: Measured, on: number | null): { from: Point; to: Point } {
  const piece = f.byId.get(on ?? f.selected ?? -1);
  const from: Point = piece ? at(piece) : [f.W / 2, f.H / 2];
  return { from, to: from };
}

/** The units on the table as they lie about the near end, the nearest first. */
function others(f: Measured, from: Point): Point[] {
  const far = (p: Point): number => Math.hypot(p[0] - from[0], p[1] - from[1]);
  return f.pieces.filter((piece) => piece.footprint.length > 0).map(at).filter((p) => far(p) > 1).sort((a, b) => far(a) - far(b));
}

/** Whether the key was meant for the tape. */
export function tapeKey(f: Measured, name: string, way: Direction | undefined, fine: boolean, on: number | null): boolean {
  const { from, to } = f.taped ?? begun(f, on);
  let end: Point;
  if (way) {
    const by = fine ? INCH / 10 : INCH;
    end = [clamp(to[0] + WAYS[way][0] * by, 0, f.W), clamp(to[1] + WAYS[way][1] * by, 0, f.H)];
  } else if (name === ',' || name === '.') {
    const all = others(f, from);
    const now = all.findIndex((p) => p[0] === to[0] && p[1] === to[1]);
    if (all.length === 0) return false;
    end = all[name === '.' ? (now + 1) % all.length : (Math.max(now, 0) + all.length - 1) % all.length]!;
  } else if (name === 'Enter') {
    f.tape(to, to);
    return true;
  } else return false;
  f.tape(from, end);
  f.cam.reveal(end[0], f.H - end[1], 90);
  return true;
}
