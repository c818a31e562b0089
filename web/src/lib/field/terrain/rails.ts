/** Walls, hedges, banks and ramparts. */

import { at, byHand, circle, inside, length, line, offset, ring, rng, seedOf, smooth, toEdge, walk, without } from '../geometry';
import type { Point, Rail } from '../wire';
import { ink, stroke, tree, wedge } from './ink';
import type { Ink, Sheet } from './sheet';

/** A rampart: bank, parapet line and the slope outside in hachures. `body` is the work it belongs to, if known. */
export function rampart(points: readonly Point[], s: Sheet, body: Point[] | null): Ink[] {
  const random = rng(seedOf(points));
  let out = 1;
  if (body) {
    const [a, b] = [points[0]!, points[1]!];
    const l = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    const e = s.m * 0.2;
    if (inside(body, (a[0] + b[0]) / 2 + ((b[1] - a[1]) / l) * e, (a[1] + b[1]) / 2 - ((b[0] - a[0]) / l) * e)) out = -1;
  }
  const closed = Math.hypot(points[0]![0] - at(points, -1)[0], points[0]![1] - at(points, -1)[1]) < 1;
  const ringed = closed ? points.slice(0, -1) : points;
  const beside = (d: number): Point[] => {
    const o = offset(ringed, d * out, closed);
    return closed ? [...o, o[0]!] : o;
  };
  let slope = '';
  for (const st of walk(points, s.m * 0.13, s.m * 0.06)) {
    const k = s.m * (0.26 + random() * 0.1);
    slope += wedge(st.x + st.nx * out * s.m * 0.05, st.y + st.ny * out * s.m * 0.05, st.nx * out, st.ny * out, k, s.m * 0.055);
  }
  const inner = beside(-s.m * 0.34);
  const band = line([...points, ...inner.reverse()]) + 'Z';
  return [ink('slope', slope), ink('bank', band), ink('bank-in', line(beside(-s.m * 0.34))), ink('bank-walk', line(beside(-s.m * 0.17))), ink('bank-out', line(points))];
}

export function drawRail(rail: Rail, points: Point[], gates: Point[][], s: Sheet): Ink[] {
  const random = rng(seedOf(rail.points, rail.look));
  const body = s.areas.find((a) => points.every(([x, y]) => toEdge(a.poly, x, y) < s.m * 0.2))?.poly ?? null;
  switch (rail.look) {
    case 'bank': {
      return without(points, gates, s.m * 0.06).flatMap((part) => rampart(part, s, body));
    }
    case 'wall': {
      const parts = without(points, gates, s.m * 0.06);
      let joints = '';
      for (const part of parts) {
        for (const st of walk(part, s.m * 0.26, s.m * 0.13)) joints += stroke(st.x - st.nx * s.m * 0.07, st.y - st.ny * s.m * 0.07, st.x + st.nx * s.m * 0.07, st.y + st.ny * s.m * 0.07);
      }
      const d = parts.map((part) => line(byHand(part, s.m * 0.015, s.m, random))).join('');
      return [ink('wall-shade', parts.map((part) => line(part.map(([x, y]): Point => [x + s.m * 0.06, y + s.m * 0.08]))).join('')), ink('wall-ink', d), ink('wall', d), ink('wall-joint', joints)];
    }
    case 'hedge': {
      let [bush, shade, light] = ['', '', ''];
      for (const part of without(points, gates, s.m * 0.06)) {
        for (const st of walk(part, s.m * 0.22, s.m * 0.1)) {
          const r = s.m * (0.11 + random() * 0.05);
          const [x, y] = [st.x + st.nx * (random() - 0.5) * s.m * 0.06, st.y + st.ny * (random() - 0.5) * s.m * 0.06];
          shade += circle(x + r * 0.4, y + r * 0.5, r);
          bush += tree(x, y, r, random);
          light += circle(x - r * 0.25, y - r * 0.3, r * 0.4);
        }
      }
      return [ink('tree-shade', shade), ink('tree', bush), ink('tree-light', light)];
    }
    case 'gate': {
      const [a, b] = [points[0]!, at(points, -1)];
      const wide = length(points) > s.m * 6;
      const q = s.m * 0.17;
      const post = ([x, y]: Point): string => ring([[x - q, y - q], [x + q, y - q], [x + q, y + q], [x - q, y + q]]);
      return [ink(wide ? 'gorge' : 'gate', line(points)), ink('post', post(a) + post(b))];
    }
    case 'stream': {
      const hand = byHand(points, s.m * 0.14, s.m * 0.8, random);
      return [ink('stream-bank', smooth(hand)), ink('stream', smooth(hand))];
    }
    default: {
      let h = '';
      for (const st of walk(points, s.m * 0.15)) h += wedge(st.x, st.y, st.nx, st.ny, s.m * (0.2 + random() * 0.08), s.m * 0.06);
      return [ink('slope', h), ink('bank-out', line(points))];
    }
  }
}
