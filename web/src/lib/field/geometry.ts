/** Plain geometry for drawing. World: hundredths, y north. Screen: y down. Nothing here judges a rule. */

import type { Board, Point, Polygon, Pose } from './wire';

export interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

export type Rng = () => number;

/** Small, seeded and good enough for scattering trees: the same map looks the same everywhere. */
export function rng(seed: number): Rng {
  let a = seed >>> 0 || 1;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = a;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A seed out of anything that can be written down. */
export function seedOf(...parts: unknown[]): number {
  let h = 2166136261;
  for (const c of JSON.stringify(parts)) h = Math.imul(h ^ c.charCodeAt(0), 16777619);
  return h >>> 0;
}

export const clamp = (v: number, low: number, high: number): number => (v < low ? low : v > high ? high : v);

export function bounds(points: Polygon): Box {
  const box = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
  for (const [x, y] of points) {
    if (x < box.x0) box.x0 = x;
    if (x > box.x1) box.x1 = x;
    if (y < box.y0) box.y0 = y;
    if (y > box.y1) box.y1 = y;
  }
  return box;
}

/** Twice the signed area is positive for a ring that runs counter-clockwise in a y-up world. */
export function area(ring: Polygon): number {
  let sum = 0;
  for (let i = 0; i < ring.length; i++) {
    const [ax, ay] = at(ring, i);
    const [bx, by] = at(ring, i + 1);
    sum += ax * by - bx * ay;
  }
  return sum / 2;
}

export function centroid(ring: Polygon): Point {
  const a = area(ring);
  if (Math.abs(a) < 1e-6) {
    const n = ring.length || 1;
    return [ring.reduce((s, p) => s + p[0], 0) / n, ring.reduce((s, p) => s + p[1], 0) / n];
  }
  let x = 0;
  let y = 0;
  for (let i = 0; i < ring.length; i++) {
    const [ax, ay] = at(ring, i);
    const [bx, by] = at(ring, i + 1);
    const cross = ax * by - bx * ay;
    x += (ax + bx) * cross;
    y += (ay + by) * cross;
  }
  return [x / (6 * a), y / (6 * a)];
}

export function inside(ring: Polygon, x: number, y: number): boolean {
  let odd = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax, ay] = ring[i]!;
    const [bx, by] = ring[j]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
  }
  return odd;
}

export function toSegment(x: number, y: number, a: Point, b: Point): number {
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  const l = dx * dx + dy * dy;
  const t = l ? clamp(((x - a[0]) * dx + (y - a[1]) * dy) / l, 0, 1) : 0;
  return Math.hypot(x - a[0] - t * dx, y - a[1] - t * dy);
}

/** How far a point lies from the ring's edge. */
export function toEdge(ring: Polygon, x: number, y: number): number {
  let best = Infinity;
  for (let i = 0; i < ring.length; i++) best = Math.min(best, toSegment(x, y, at(ring, i), at(ring, i + 1)));
  return best;
}

export function at<T>(ring: readonly T[], i: number): T {
  return ring[((i % ring.length) + ring.length) % ring.length]!;
}

export const lerp = (a: number, b: number, t: number): number => a + (b - a) * t;

/** The signed way from one bearing to another, in tenths of a degree, the short way round. */
export function turnBetween(from: number, to: number): number {
  return ((((to - from) % 3600) + 5400) % 3600) - 1800;
}

export const norm = (facing: number): number => ((Math.round(facing) % 3600) + 3600) % 3600;

export function lerpPose(a: Pose, b: Pose, t: number): Pose {
  return [lerp(a[0], b[0], t), lerp(a[1], b[1], t), a[2] + turnBetween(a[2], b[2]) * t];
}

/** The bearing from one place to another, in tenths of a degree clockwise from north. */
export function bearing(from: Point, to: Point): number {
  return norm((Math.atan2(to[0] - from[0], to[1] - from[1]) * 1800) / Math.PI);
}

/** A world ring as a piece sees it: x to its right, y to its rear (screen sense), its centre at the origin. */
export function toLocal(ring: Polygon, pose: Pose): [number, number][] {
  const a = (pose[2] * Math.PI) / 1800;
  const cos = Math.cos(a);
  const sin = Math.sin(a);
  return ring.map(([px, py]) => {
    const dx = px - pose[0];
    const dy = pose[1] - py;
    return [Math.round(dx * cos + dy * sin), Math.round(dy * cos - dx * sin)];
  });
}

/** Back from a piece's own measure into the world. */
export function toWorld([x, y]: Point, pose: Pose): [number, number] {
  const a = (pose[2] * Math.PI) / 1800;
  const cos = Math.cos(a);
  const sin = Math.sin(a);
  return [pose[0] + x * cos - y * sin, pose[1] - (x * sin + y * cos)];
}

const n1 = (v: number): string => {
  const r = Math.round(v * 10) / 10;
  return Object.is(r, -0) ? '0' : String(r);
};

export function line(points: readonly Point[]): string {
  let d = '';
  points.forEach(([x, y], i) => (d += (i ? 'L' : 'M') + n1(x) + ' ' + n1(y)));
  return d;
}

export const ring = (points: readonly Point[]): string => (points.length ? line(points) + 'Z' : '');

export const circle = (x: number, y: number, r: number): string =>
  `M${n1(x - r)} ${n1(y)}a${n1(r)} ${n1(r)} 0 1 0 ${n1(2 * r)} 0a${n1(r)} ${n1(r)} 0 1 0 ${n1(-2 * r)} 0Z`;

/** A soft line through the points (Catmull–Rom as cubic curves). */
export function smooth(points: readonly Point[], closed = false): string {
  const n = points.length;
  if (n < 3) return closed ? ring(points) : line(points);
  const p = (i: number): Point => (closed ? at(points, i) : points[clamp(i, 0, n - 1)]!);
  let d = `M${n1(p(0)[0])} ${n1(p(0)[1])}`;
  for (let i = 0; i < (closed ? n : n - 1); i++) {
    const [a, b, c, e] = [p(i - 1), p(i), p(i + 1), p(i + 2)];
    d += `C${n1(b[0] + (c[0] - a[0]) / 6)} ${n1(b[1] + (c[1] - a[1]) / 6)} ${n1(c[0] - (e[0] - b[0]) / 6)} ${n1(c[1] - (e[1] - b[1]) / 6)} ${n1(c[0])} ${n1(c[1])}`;
  }
  return closed ? d + 'Z' : d;
}

export interface Step {
  x: number;
  y: number;
  /** unit normal to the left of the way */
  nx: number;
  ny: number;
  /** how far along */
  s: number;
}

/** Places along a line, evenly spaced, with the normal to the left of the direction walked. */
export function walk(points: readonly Point[], gap: number, from = 0): Step[] {
  const found: Step[] = [];
  let s = 0;
  let next = from;
  for (let i = 0; i + 1 < points.length; i++) {
    const [ax, ay] = points[i]!;
    const [bx, by] = points[i + 1]!;
    const l = Math.hypot(bx - ax, by - ay);
    if (!l) continue;
    const nx = (by - ay) / l;
    const ny = -(bx - ax) / l;
    while (next <= s + l + 1e-6) {
      const t = (next - s) / l;
      found.push({ x: ax + (bx - ax) * t, y: ay + (by - ay) * t, nx, ny, s: next });
      next += gap;
    }
    s += l;
  }
  return found;
}

export const length = (points: readonly Point[]): number =>
  points.reduce((sum, p, i) => (i ? sum + Math.hypot(p[0] - points[i - 1]![0], p[1] - points[i - 1]![1]) : 0), 0);

/** A line beside a line, mitred (never longer than twice the distance). */
export function offset(points: readonly Point[], d: number, closed = false): Point[] {
  const n = points.length;
  if (n < 2) return [...points];
  const side = (i: number): Point | null => {
    const a = closed ? at(points, i) : points[i];
    const b = closed ? at(points, i + 1) : points[i + 1];
    if (!a || !b) return null;
    const l = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    return [(b[1] - a[1]) / l, -(b[0] - a[0]) / l];
  };
  return points.map((p, i) => {
    const u = side(i - 1);
    const v = side(i);
    if (!u || !v) {
      const one = (u ?? v)!;
      return [p[0] + one[0] * d, p[1] + one[1] * d];
    }
    const mx = u[0] + v[0];
    const my = u[1] + v[1];
    const k = Math.min(2, 2 / Math.max(0.2, mx * mx + my * my));
    return [p[0] + mx * k * d, p[1] + my * k * d];
  });
}

/** The same line drawn by a hand: resampled with a tremble. Ends and sharp corners stay where they are. */
export function byHand(points: readonly Point[], amount: number, step: number, random: Rng): Point[] {
  const out: Point[] = [];
  for (let i = 0; i + 1 < points.length; i++) {
    const a = points[i]!;
    const b = points[i + 1]!;
    const l = Math.hypot(b[0] - a[0], b[1] - a[1]);
    if (!l) continue;
    const k = Math.max(1, Math.round(l / step));
    const [nx, ny] = [(b[1] - a[1]) / l, -(b[0] - a[0]) / l];
    const before = points[i - 1];
    const sharp = !before || turned(before, a, b) > 0.3;
    for (let j = 0; j < k; j++) {
      const w = j === 0 && sharp ? 0 : (random() - 0.5) * 2 * amount;
      out.push([lerp(a[0], b[0], j / k) + nx * w, lerp(a[1], b[1], j / k) + ny * w]);
    }
  }
  if (points.length) out.push(points[points.length - 1]!);
  return out;
}

/** How much a line bends at a point, in radians. */
function turned(a: Point, b: Point, c: Point): number {
  const d = Math.atan2(c[1] - b[1], c[0] - b[0]) - Math.atan2(b[1] - a[1], b[0] - a[0]);
  return Math.abs(Math.atan2(Math.sin(d), Math.cos(d)));
}

/** Places in a ring, none nearer than `gap` to another: a jittered lattice, quick and even. */
export function scatter(poly: Polygon, gap: number, random: Rng, keep: (x: number, y: number) => boolean = () => true): Point[] {
  const b = bounds(poly);
  const found: Point[] = [];
  const dy = gap * 0.87;
  const rows = Math.floor((b.y1 - b.y0) / dy) + 1;
  const oy = (b.y1 - b.y0 - (rows - 1) * dy) / 2;
  for (let r = 0; r < rows; r++) {
    const shift = (r % 2) * gap * 0.5;
    for (let x = b.x0 + gap * 0.25 + shift; x < b.x1; x += gap) {
      const px = x + (random() - 0.5) * gap * 0.62;
      const py = b.y0 + oy + r * dy + (random() - 0.5) * dy * 0.62;
      if (inside(poly, px, py) && keep(px, py)) found.push([px, py]);
    }
  }
  return found;
}

/** The part of the polygon's edge that is really an edge: cut where `gone` says, joined into chains. */
export function chains(poly: Polygon, gone: (a: Point, b: Point, i: number) => boolean): { points: Point[]; closed: boolean }[] {
  const n = poly.length;
  const keep = poly.map((p, i) => !gone(p, at(poly, i + 1), i));
  if (keep.every(Boolean)) return [{ points: [...poly, poly[0]!], closed: true }];
  const found: { points: Point[]; closed: boolean }[] = [];
  const first = keep.findIndex((k, i) => k && !at(keep, i - 1));
  if (first < 0) return found;
  let open: Point[] | null = null;
  for (let k = 0; k < n; k++) {
    const i = (first + k) % n;
    if (keep[i]) {
      open ??= [poly[i]!];
      open.push(at(poly, i + 1));
    } else if (open) {
      found.push({ points: open, closed: false });
      open = null;
    }
  }
  if (open) found.push({ points: open, closed: false });
  return found;
}

/** What is left of a line when the stretches covered by others (gates in a wall) are taken out. */
export function without(points: readonly Point[], gaps: readonly (readonly Point[])[], slack = 6): Point[][] {
  const found: Point[][] = [];
  let open: Point[] = [];
  const flush = (): void => {
    if (open.length > 1) found.push(open);
    open = [];
  };
  for (let i = 0; i + 1 < points.length; i++) {
    const a = points[i]!;
    const b = points[i + 1]!;
    const l = Math.hypot(b[0] - a[0], b[1] - a[1]);
    if (!l) continue;
    const along = (p: Point): number => ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / (l * l);
    const off = (p: Point): number =>
      Math.abs((p[0] - a[0]) * (b[1] - a[1]) - (p[1] - a[1]) * (b[0] - a[0])) / l;
    const cuts: [number, number][] = [];
    for (const gap of gaps) {
      for (let j = 0; j + 1 < gap.length; j++) {
        const [g, h] = [gap[j]!, gap[j + 1]!];
        if (off(g) > slack || off(h) > slack) continue;
        const [s, t] = [along(g), along(h)].sort((x, y) => x - y) as [number, number];
        if (t > 0 && s < 1) cuts.push([Math.max(0, s), Math.min(1, t)]);
      }
    }
    cuts.sort((x, y) => x[0] - y[0]);
    const point = (t: number): Point => [lerp(a[0], b[0], t), lerp(a[1], b[1], t)];
    let t = 0;
    if (!open.length) open.push(a);
    for (const [s, e] of cuts) {
      if (s > t + 1e-6) open.push(point(s));
      flush();
      t = Math.max(t, e);
      open = [point(t)];
    }
    if (t < 1 - 1e-6) open.push(b);
    else if (cuts.length) open = [];
  }
  flush();
  return found;
}

export interface Axis {
  centre: Point;
  angle: number;
  long: number;
  short: number;
}
const axes = new WeakMap<Polygon, Axis>();

/** The long axis of a shape: its middle, its slope in degrees (−90 to 90, in the sense of the given coordinates), length and breadth. */
export function axis(poly: Polygon): Axis {
  const known = axes.get(poly);
  if (known) return known;
  const c = centroid(poly);
  let best = { angle: 0, long: 0, short: Infinity };
  for (let i = 0; i < poly.length; i++) {
    const [ax, ay] = at(poly, i);
    const [bx, by] = at(poly, i + 1);
    const a = Math.atan2(by - ay, bx - ax);
    const [cos, sin] = [Math.cos(a), Math.sin(a)];
    let [u0, u1, v0, v1] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const [x, y] of poly) {
      const u = x * cos + y * sin;
      const v = y * cos - x * sin;
      u0 = Math.min(u0, u);
      u1 = Math.max(u1, u);
      v0 = Math.min(v0, v);
      v1 = Math.max(v1, v);
    }
    const [l, s, t] = u1 - u0 >= v1 - v0 ? [u1 - u0, v1 - v0, a] : [v1 - v0, u1 - u0, a + Math.PI / 2];
    if (l * s < best.long * best.short || best.short === Infinity) best = { angle: t, long: l, short: s };
  }
  let deg = (best.angle * 180) / Math.PI;
  deg = ((deg % 180) + 180) % 180;
  if (deg > 90) deg -= 180;
  const found = { centre: c, angle: deg, long: best.long, short: best.short };
  axes.set(poly, found);
  return found;
}

/** Where a line first meets a ring; null if it never does. */
export function crossing(from: Point, to: Point, poly: Polygon): Point | null {
  let best = Infinity;
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  for (let i = 0; i < poly.length; i++) {
    const [a, b] = [at(poly, i), at(poly, i + 1)];
    const [ex, ey] = [b[0] - a[0], b[1] - a[1]];
    const cross = dx * ey - dy * ex;
    if (!cross) continue;
    const t = ((a[0] - from[0]) * ey - (a[1] - from[1]) * ex) / cross;
    const s = ((a[0] - from[0]) * dy - (a[1] - from[1]) * dx) / cross;
    if (t >= 0 && t <= 1 && s >= 0 && s <= 1 && t < best) best = t;
  }
  return best === Infinity ? null : [from[0] + dx * best, from[1] + dy * best];
}

export type Direction = 'up' | 'down' | 'left' | 'right';

/** From one place, the next in a direction: near ones first, those straight ahead before those aside. */
export function neighbour<T extends { x: number; y: number }>(from: { x: number; y: number }, all: readonly T[], way: Direction): T | null {
  const [ux, uy] = { up: [0, 1], down: [0, -1], left: [-1, 0], right: [1, 0] }[way] as [number, number];
  for (const cone of [1, 2.5]) {
    let best: T | null = null;
    let least = Infinity;
    for (const one of all) {
      const dx = one.x - from.x;
      const dy = one.y - from.y;
      const ahead = dx * ux + dy * uy;
      const aside = Math.abs(dx * uy - dy * ux);
      const cost = ahead + aside * 2;
      if (ahead > 0.5 && aside <= ahead * cone && cost < least) {
        least = cost;
        best = one;
      }
    }
    if (best) return best;
  }
  return null;
}

/** Hexes from middle to middle. Columns stand upright, half a hex higher and lower in turn; middles of neighbours are 100 apart. */
export function hexes(a: readonly number[], b: readonly number[]): number {
  const columns = Math.round(Math.abs(a[0]! - b[0]!) / (50 * Math.sqrt(3)));
  return columns + Math.max(0, Math.round(Math.abs(a[1]! - b[1]!) / 100 - columns / 2));
}

/** A length in the board's unit: 1250 → '12.5″'. */
export function measure(hundredths: number, unit: string): string {
  const v = Math.round(hundredths / 10) / 10;
  const mark = /^in/.test(unit) ? '″' : /^(cm|centi)/.test(unit) ? ' cm' : /^(mm|milli)/.test(unit) ? ' mm' : unit ? ` ${v === 1 ? unit : unit === 'hex' ? 'hexes' : unit}` : '';
  return `${v}${mark}`;
}

/** The same as one lays it out: '12″', at half scale '12″ (6″ on the table)'. */
export function laid(hundredths: number, board: Pick<Board, 'unit' | 'shrunk'>): string {
  const shrunk = board.shrunk ?? 1;
  return measure(hundredths, board.unit) + (shrunk > 1 ? ` (${measure(hundredths / shrunk, board.unit)} on the table)` : '');
}

/** The poses at the ends of simple legs; null where a leg is of a kind not known here or the end is elsewhere. */
export function follow(start: Pose, legs: unknown, end: Pose): Pose[] | null {
  if (!Array.isArray(legs) || !legs.length) return null;
  const path: Pose[] = [start];
  let [x, y, f] = start;
  for (const leg of legs as unknown[]) {
    if (!Array.isArray(leg) || typeof leg[0] !== 'string') return null;
    const amount = Number(leg[1]);
    const ahead = (bear: number, way: number): void => {
      x += Math.sin((bear * Math.PI) / 1800) * way;
      y += Math.cos((bear * Math.PI) / 1800) * way;
    };
    if (leg[0] === 'turn' && Number.isFinite(amount)) f += amount;
    else if (leg[0] === 'forward' && Number.isFinite(amount)) ahead(f, amount);
    else if (leg[0] === 'back' && Number.isFinite(amount)) ahead(f, -amount);
    else if (leg[0] === 'order') continue;
    else return null;
    path.push([x, y, f]);
  }
  const last = path[path.length - 1]!;
  if (Math.hypot(last[0] - end[0], last[1] - end[1]) > 60 || Math.abs(turnBetween(last[2], end[2])) > 30) return null;
  path[path.length - 1] = end;
  return path;
}

/** Where along a path of poses one is after a share of the whole way; a turn on the spot counts as a short way. */
export function along(path: readonly Pose[], share: number): Pose {
  const cost = (a: Pose, b: Pose): number =>
    Math.max(Math.hypot(b[0] - a[0], b[1] - a[1]), Math.abs(turnBetween(a[2], b[2])) * 0.35);
  const costs = path.slice(1).map((p, i) => cost(path[i]!, p));
  let left = share * costs.reduce((a, b) => a + b, 0);
  for (let i = 0; i < costs.length; i++) {
    const c = costs[i]!;
    if (left <= c && c > 0) return lerpPose(path[i]!, path[i + 1]!, left / c);
    left -= c;
  }
  return path[path.length - 1]!;
}
