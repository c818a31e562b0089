/** Where a patch of ground really ends, and where its middle is. */

import { at, axis, chains, inside, length, toEdge, toSegment, walk } from '../geometry';
import type { Point } from '../wire';
import type { Patch, Sheet } from './sheet';

/** Whether a place lies in a patch, or within so much of it. */
export function on(p: Patch, x: number, y: number, near = 0): boolean {
  const { x0, y0, x1, y1 } = p.box;
  if (x < x0 - near || x > x1 + near || y < y0 - near || y > y1 + near) return false;
  return inside(p.poly, x, y) || (near > 0 && toEdge(p.poly, x, y) < near);
}

/** Whether an edge lies along the table's own edge. */
export function onTableEdge(a: Point, b: Point, s: Sheet): boolean {
  const e = s.m * 0.05;
  // Beyond it counts as on it: what is drawn there is not seen.
  return (
    (a[0] <= e && b[0] <= e) ||
    (a[1] <= e && b[1] <= e) ||
    (a[0] >= s.width - e && b[0] >= s.width - e) ||
    (a[1] >= s.height - e && b[1] >= s.height - e)
  );
}

/** Whether another area of the same look goes on beyond an edge. */
export function goesOn(patch: Patch, a: Point, b: Point, s: Sheet): boolean {
  const mx = (a[0] + b[0]) / 2 + ((b[1] - a[1]) / (Math.hypot(b[0] - a[0], b[1] - a[1]) || 1)) * s.m * 0.06;
  const my = (a[1] + b[1]) / 2 - ((b[0] - a[0]) / (Math.hypot(b[0] - a[0], b[1] - a[1]) || 1)) * s.m * 0.06;
  return s.areas.some((o) => o.area !== patch.area && o.area.look === patch.area.look && on(o, mx, my));
}

/** The edge of a patch where it really ends, as chains; looked at in short pieces, so that joins are found. */
export function edges(patch: Patch, s: Sheet, also: (i: number) => boolean = () => false): { points: Point[]; closed: boolean }[] {
  const fine: Point[] = [];
  const gone: boolean[] = [];
  patch.poly.forEach((a, i) => {
    const b = at(patch.poly, i + 1);
    const k = Math.max(1, Math.round(Math.hypot(b[0] - a[0], b[1] - a[1]) / (s.m * 0.5)));
    const ends = also(i);
    for (let j = 0; j < k; j++) {
      fine.push([a[0] + ((b[0] - a[0]) * j) / k, a[1] + ((b[1] - a[1]) * j) / k]);
      gone.push(ends);
    }
  });
  return chains(fine, (a, b, i) => gone[i]! || onTableEdge(a, b, s) || goesOn(patch, a, b, s));
}

/** Whether an edge is the end of a strip that runs off the table. */
export function runsOff(poly: Point[], i: number, s: Sheet): boolean {
  const [a, b] = [at(poly, i), at(poly, i + 1)];
  const [x, y] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  return Math.min(x, y, s.width - x, s.height - y) < s.m * 1.2 && isEnd(poly, i);
}

/** The short ends of a strip: edges whose neighbours run back alongside each other. */
export function isEnd(poly: Point[], i: number): boolean {
  const [p, a, b, q] = [at(poly, i - 1), at(poly, i), at(poly, i + 1), at(poly, i + 2)];
  const l = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const u = [a[0] - p[0], a[1] - p[1]] as const;
  const v = [q[0] - b[0], q[1] - b[1]] as const;
  const lu = Math.hypot(...u) || 1;
  const lv = Math.hypot(...v) || 1;
  const back = (u[0] * v[0] + u[1] * v[1]) / (lu * lv);
  const { long, short } = axis(poly);
  return back < -0.6 && l < Math.max(short * 1.3, long * 0.2) && l < lu * 1.2 && l < lv * 1.2;
}

/** Which way a bridge carries: of its own two directions the one that crosses the nearest shore more squarely. */
export function across(poly: Point[], c: Point, s: Sheet): number {
  let [near, shore] = [Infinity, 0];
  for (const o of s.areas) {
    if (o.area.look !== 'water') continue;
    o.poly.forEach((a, i) => {
      const b = at(o.poly, i + 1);
      const d = toSegment(c[0], c[1], a, b);
      if (d < near && !onTableEdge(a, b, s)) [near, shore] = [d, Math.atan2(b[1] - a[1], b[0] - a[0])];
    });
  }
  const own = (axis(poly).angle * Math.PI) / 180;
  if (near === Infinity) return own;
  const square = (way: number): number => Math.abs(Math.sin(way - shore));
  return square(own) >= square(own + Math.PI / 2) ? own : own + Math.PI / 2;
}

/** The middle line of a strip: its two long sides walked together. */
export function middle(poly: Point[]): Point[] {
  const ends = poly.map((_, i) => i).filter((i) => isEnd(poly, i));
  if (ends.length < 2) {
    const { centre, angle, long } = axis(poly);
    const [dx, dy] = [(Math.cos((angle * Math.PI) / 180) * long) / 2, (Math.sin((angle * Math.PI) / 180) * long) / 2];
    return Array.from({ length: 13 }, (_, i): Point => [centre[0] + dx * (i / 6 - 1), centre[1] + dy * (i / 6 - 1)]);
  }
  const n = poly.length;
  const [e, f] = [ends[0]!, ends[1]!];
  const one = Array.from({ length: ((f - e + n) % n || n) }, (_, k) => at(poly, e + 1 + k));
  const two = Array.from({ length: ((e - f + n) % n || n) }, (_, k) => at(poly, f + 1 + k)).reverse();
  const even = (points: Point[]): Point[] => {
    const step = Math.max(1, length(points) / 12.001);
    return walk(points, step).map((st): Point => [st.x, st.y]);
  };
  const [a, b] = [even(one), even(two)];
  return a.slice(0, Math.min(a.length, b.length)).map((p, i): Point => [(p[0] + b[i]![0]) / 2, (p[1] + b[i]![1]) / 2]);
}
