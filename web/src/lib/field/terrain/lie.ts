/** How ground lies inside the shape that the rules know: a circle or a box is drawn as a wood or a hill would lie in it. */

import { at, axis, bounds, centroid, length, ring, rng, seedOf, toSegment, type Rng } from '../geometry';
import type { Point } from '../wire';
import { goesOn, onTableEdge } from './edges';
import type { Patch, Sheet } from './sheet';

/** Corners this many or fewer are a box, not a coast. */
const BOX = 4;
/** A circle's corners lie this evenly round its middle. */
const EVEN = 0.03;
/** The deepest bay, as part of the narrower way across. */
const BAY = 0.1;
/** How much of a box's sides goes with its corners. */
const CORNER = 0.26;
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

/** How free a place of the border is: 0 at the table's edge and where its like goes on, so that no gap opens; 1 a little way off. */
function looseness(p: Patch, s: Sheet, deep: number): (x: number, y: number) => number {
  const held: [Point, Point][] = [];
  p.poly.forEach((from, i) => {
    const to = at(p.poly, i + 1);
    const pieces = Math.max(1, Math.round(Math.hypot(to[0] - from[0], to[1] - from[1]) / (s.m * 0.5)));
    const spot = (j: number): Point => [from[0] + ((to[0] - from[0]) * j) / pieces, from[1] + ((to[1] - from[1]) * j) / pieces];
    for (let j = 0; j < pieces; j++) {
      const [a, b] = [spot(j), spot(j + 1)];
      if (onTableEdge(a, b, s) || goesOn(p, a, b, s)) held.push([a, b]);
    }
  });
  return (x, y) => held.reduce((least, [a, b]) => Math.min(least, toSegment(x, y, a, b) / (deep * 2)), 1);
}

/** A box with the corners off that may go, as points of its border. */
function worn(poly: readonly Point[], loose: (x: number, y: number) => number): Point[] {
  if (poly.length > BOX) return [...poly];
  return poly.flatMap((b, i): Point[] => {
    if (loose(...b) < 0.5) return [b];
    const [a, c] = [at(poly, i - 1), at(poly, i + 1)];
    return [0, 0.25, 0.5, 0.75, 1].map((t): Point => {
      const [before, after] = [CORNER * (1 - t) ** 2, CORNER * t ** 2];
      return [b[0] + (a[0] - b[0]) * before + (c[0] - b[0]) * after, b[1] + (a[1] - b[1]) * before + (c[1] - b[1]) * after];
    });
  });
}

/** The same border with points no farther apart than that. */
function dense(poly: readonly Point[], gap: number): Point[] {
  return poly.flatMap((a, i): Point[] => {
    const b = at(poly, i + 1);
    const pieces = Math.max(1, Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1]) / gap));
    return Array.from({ length: pieces }, (_, j): Point => [a[0] + ((b[0] - a[0]) * j) / pieces, a[1] + ((b[1] - a[1]) * j) / pieces]);
  });
}

/** The patch as it lies: never beyond its own border, which stays what the rules measure to. */
export function lying(p: Patch, s: Sheet): Patch {
  if (!s.free || !ruled(p.poly)) return p;
  const deep = axis(p.poly).short * BAY;
  const loose = looseness(p, s, deep);
  if (p.poly.every(([x, y]) => loose(x, y) === 0)) return p;
  const wave = bends(rng(seedOf(p.area.poly, 'lie')), [2, 3, 5, 7]);
  const [mx, my] = centroid(p.poly);
  const base = worn(p.poly, loose);
  const poly = dense(base, length([...base, base[0]!]) / CORNERS).map(([x, y]): Point => {
    const [dx, dy] = [mx - x, my - y];
    const far = Math.hypot(dx, dy) || 1;
    const by = Math.min(deep * wave(Math.atan2(dy, dx)) * loose(x, y), far * 0.6);
    return [x + (dx / far) * by, y + (dy / far) * by];
  });
  return { area: p.area, poly, box: bounds(poly), d: ring(poly) };
}
