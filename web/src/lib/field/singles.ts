/** The figures of a ghost one by one: where each stands, and which is meant by a finger. */

import { bounds } from './geometry';
import type { Group, Singles } from './types';
import type { Piece, Point, Polygon, Pose } from './wire';

export const middle = (base: Polygon): Point => {
  const b = bounds(base);
  return [(b.x0 + b.x1) / 2, (b.y0 + b.y1) / 2];
};

/** How far a figure's base reaches from its middle. */
export const breadth = (base: Polygon): number => {
  const b = bounds(base);
  return (b.x1 - b.x0) / 2;
};

const shifted = (base: Polygon, dx: number, dy: number): Point[] => base.map(([x, y]) => [x + dx, y + dy]);

export interface Lone {
  model: number;
  x: number;
  y: number;
}

/**
 * The bases of a unit tried at a place: as the rules last had them, carried along with the ghost; single figures
 * where they were put, and the one in the hand where the hand is.
 */
export function basesAt(piece: Piece, pose: Pose, group: Group | null, singles: Singles | null, lone: Lone | null): Polygon[] {
  const from = group ?? { pose: piece.pose, bases: piece.bases ?? [] };
  const [dx, dy] = [pose[0] - from.pose[0], pose[1] - from.pose[1]];
  const own = new Map((singles?.moved ?? []).map(([model, x, y]): [number, Point] => [model, [pose[0] + x, pose[1] + y]]));
  if (lone) own.set(lone.model, [lone.x, lone.y]);
  return from.bases.map((base, i) => {
    const to = own.get(i);
    if (!to) return shifted(base, dx, dy);
    const [x, y] = middle(base);
    return shifted(base, to[0] - x, to[1] - y);
  });
}

/** The figure nearest to a place, if it is near enough. */
export function nearestModel(models: readonly Point[], x: number, y: number, reach: number): number | null {
  let [best, least] = [null as number | null, reach];
  models.forEach(([mx, my], i) => {
    const far = Math.hypot(mx - x, my - y);
    if (far <= least) [best, least] = [i, far];
  });
  return best;
}

/** The convex outline of some bases. */
export function hull(bases: readonly Polygon[]): Point[] {
  const points = bases.flat().sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  if (points.length < 3) return points;
  const half = (way: readonly Point[]): Point[] => {
    const found: Point[] = [];
    for (const p of way) {
      while (found.length > 1 && turn(found.at(-2)!, found.at(-1)!, p) <= 0) found.pop();
      found.push(p);
    }
    return found.slice(0, -1);
  };
  return [...half(points), ...half([...points].reverse())];
}

const turn = (a: Point, b: Point, c: Point): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
