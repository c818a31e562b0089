/** How ground lies inside the shape that the rules know: a circle or a box is drawn as a wood or a hill would lie in it. */

import { at, axis, bounds, centroid, length, ring, rng, seedOf, walk, type Rng } from '../geometry';
import type { Point } from '../wire';
import { edges } from './edges';
import { rounder } from './ink';
import type { Patch, Sheet } from './sheet';

/** Corners this many or fewer are a box, not a coast. */
const BOX = 4;
/** A circle's corners lie this evenly round its middle. */
const EVEN = 0.03;
/** The deepest bay, as part of the narrower way across. */
const BAY = 0.1;
/** How much of a box's sides goes with its corners. */
const CORNER = 0.13;
/** As many corners as a hand would give it. */
const CORNERS = 36;

/** Low waves round a middle, from 0 to 1, so that a line bends in and out as real ones do. */
export function bends(random: Rng, ways: readonly number[] = [2, 3, 5]): (angle: number) => number {
  const waves = ways.map((k) => ({ k, at: random() * 6.28, high: (1 + random()) / k }));
  const whole = waves.reduce((sum, w) => sum + w.high, 0);
  return (a) => 0.5 + waves.reduce((sum, w) => sum + w.high * Math.sin(w.k * a + w.at), 0) / (2 * whole);
}

/** Whether a shape was made with ruler and compasses. */
function ruled(poly: readonly Point[]): boolean {
  if (poly.length <= BOX) return true;
  const [x, y] = centroid(poly);
  const far = poly.map((p) => Math.hypot(p[0] - x, p[1] - y));
  return Math.max(...far) - Math.min(...far) < EVEN * Math.max(...far);
}

/** Whether nothing of it lies beyond the table, and no box goes on in another: bent apart, they would leave a gap. */
function whole(p: Patch, s: Sheet): boolean {
  if (p.poly.length > BOX) return p.box.x0 > 0 && p.box.y0 > 0 && p.box.x1 < s.width && p.box.y1 < s.height;
  const rim = edges(p, s);
  return rim.length === 1 && rim[0]!.closed;
}

/** A box without its corners. */
function cut(poly: readonly Point[]): Point[] {
  return poly.flatMap((a, i): Point[] => {
    const b = at(poly, i + 1);
    return [CORNER, 1 - CORNER].map((t): Point => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]);
  });
}

/** The patch as it lies: never beyond its own border, which stays what the rules measure to. */
export function lying(p: Patch, s: Sheet): Patch {
  if (!s.free || !ruled(p.poly)) return p;
  if (!whole(p, s)) return p;
  const wave = bends(rng(seedOf(p.area.poly, 'lie')), [2, 3, 5, 7]);
  const deep = axis(p.poly).short * BAY;
  const [mx, my] = centroid(p.poly);
  // A box has its corners cut before it is bent.
  const base = p.poly.length <= BOX ? rounder(cut(p.poly)) : p.poly;
  const round = [...base, base[0]!];
  const poly = walk(round, length(round) / CORNERS).map(({ x, y }): Point => {
    const [dx, dy] = [mx - x, my - y];
    const far = Math.hypot(dx, dy) || 1;
    const by = Math.min(deep * wave(Math.atan2(dy, dx)), far * 0.6);
    return [x + (dx / far) * by, y + (dy / far) * by];
  });
  return poly.length < 8 ? p : { area: p.area, poly, box: bounds(poly), d: ring(poly) };
}
