// Shapes as battle files write them, taken apart into corners one can drag and put together again.
// Lengths are the book's own (inches, centimetres), y grows north.

export type Point = [number, number];

/** A part of a shape: a corner or a chain of them, a box, or a disc round one. */
export interface Part {
  points: Point[];
  look: 'dot' | 'line' | 'area' | 'box' | 'disc';
  radius?: number;
}

/** Something to drag: a corner of a part; of a disc 0 is the middle and 1 the rim. */
export interface Handle {
  part: number;
  corner: number;
  at: Point;
}

export const SHAPES = ['point', 'points', 'poly', 'polys', 'rect', 'rects', 'disc', 'line', 'edge', 'edges'] as const;
export type ShapeKind = (typeof SHAPES)[number];

export const isShape = (kind: string | undefined): kind is ShapeKind => SHAPES.includes(kind as ShapeKind);

const number = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const point = (value: unknown): value is Point => Array.isArray(value) && value.length === 2 && value.every(number);
const points = (value: unknown): value is Point[] => Array.isArray(value) && value.every(point);
const box = (value: unknown): value is number[] => Array.isArray(value) && value.length === 4 && value.every(number);

const ofBox = ([x1, y1, x2, y2]: number[]): Point[] => [
  [x1!, y1!],
  [x2!, y1!],
  [x2!, y2!],
  [x1!, y2!],
];

/** What a field holds, part by part; nothing where it cannot be read. */
export function partsOf(kind: ShapeKind, value: unknown, open = false): Part[] {
  switch (kind) {
    case 'point':
      return point(value) ? [{ points: [value], look: 'dot' }] : [];
    case 'points':
      return points(value) ? value.map((one) => ({ points: [one], look: 'dot' })) : [];
    case 'poly':
      return points(value) && value.length ? [{ points: value, look: open || value.length < 3 ? 'line' : 'area' }] : [];
    case 'polys':
      return Array.isArray(value) ? value.filter(points).map((one) => ({ points: one, look: 'area' })) : [];
    case 'rect':
      return box(value) ? [{ points: ofBox(value), look: 'box' }] : [];
    case 'rects':
      return Array.isArray(value) ? value.filter(box).map((one) => ({ points: ofBox(one), look: 'box' })) : [];
    case 'disc':
      return Array.isArray(value) && value.length === 3 && value.every(number) ? [{ points: [[value[0] as number, value[1] as number]], look: 'disc', radius: value[2] as number }] : [];
    case 'line':
      return box(value) ? [{ points: [[value[0]!, value[1]!], [value[2]!, value[3]!]], look: 'line' }] : points(value) ? [{ points: value, look: 'line' }] : [];
    case 'edge':
      return points(value) && value.length === 2 ? [{ points: value, look: 'line' }] : [];
    case 'edges':
      return Array.isArray(value) ? value.filter(points).map((one) => ({ points: one, look: 'line' })) : [];
  }
}

/** The parts as the field writes them. */
export function valueOf(kind: ShapeKind, parts: readonly Part[], flat = kind === 'line'): unknown {
  const [first] = parts;
  if (!first) return [];
  const boxed = ({ points: [a, , c] }: Part): number[] => [Math.min(a![0], c![0]), Math.min(a![1], c![1]), Math.max(a![0], c![0]), Math.max(a![1], c![1])];
  switch (kind) {
    case 'point':
      return first.points[0];
    case 'points':
      return parts.map((part) => part.points[0]);
    case 'poly':
    case 'edge':
      return first.points;
    case 'polys':
    case 'edges':
      return parts.map((part) => part.points);
    case 'rect':
      return boxed(first);
    case 'rects':
      return parts.map(boxed);
    case 'disc':
      return [...first.points[0]!, first.radius ?? 0];
    case 'line':
      return flat ? first.points.flat() : first.points;
  }
}

export function handlesOf(parts: readonly Part[]): Handle[] {
  return parts.flatMap((part, n) =>
    part.look === 'disc'
      ? [
          { part: n, corner: 0, at: part.points[0]! },
          { part: n, corner: 1, at: [part.points[0]![0] + (part.radius ?? 0), part.points[0]![1]] as Point },
        ]
      : part.points.map((at, corner) => ({ part: n, corner, at })),
  );
}

const changed = (parts: readonly Part[], n: number, part: Part): Part[] => parts.map((one, m) => (m === n ? part : one));

/** The shape with one of its handles somewhere else. */
export function dragged(parts: readonly Part[], { part: n, corner }: Pick<Handle, 'part' | 'corner'>, to: Point, least = 0.1): Part[] {
  const part = parts[n];
  if (!part) return [...parts];
  if (part.look === 'disc') {
    if (corner === 0) return changed(parts, n, { ...part, points: [to] });
    const [x, y] = part.points[0]!;
    return changed(parts, n, { ...part, radius: Math.max(least, round(Math.hypot(to[0] - x, to[1] - y))) });
  }
  if (part.look === 'box') {
    // The corner opposite stays; all keep their order, so that the one in the hand stays the same one.
    const [x, y] = part.points[(corner + 2) % 4]!;
    const [level, upright]: Point[] = [
      [x, to[1]],
      [to[0], y],
    ];
    const points: Point[] = [];
    points[corner] = to;
    points[(corner + 2) % 4] = [x, y];
    points[(corner + 1) % 4] = corner % 2 ? upright! : level!;
    points[(corner + 3) % 4] = corner % 2 ? level! : upright!;
    return changed(parts, n, { ...part, points });
  }
  return changed(parts, n, { ...part, points: part.points.map((one, m) => (m === corner ? to : one)) });
}

export function shifted(parts: readonly Part[], dx: number, dy: number): Part[] {
  return parts.map((part) => ({ ...part, points: part.points.map(([x, y]): Point => [round(x + dx), round(y + dy)]) }));
}

/** A chain with one corner more, after the one named. */
export function cornered(parts: readonly Part[], n: number, after: number, at: Point): Part[] {
  const part = parts[n];
  if (!part || (part.look !== 'area' && part.look !== 'line')) return [...parts];
  return changed(parts, n, { ...part, points: [...part.points.slice(0, after + 1), at, ...part.points.slice(after + 1)] });
}

/** A chain with one corner less; what has only so many keeps them. */
export function uncornered(parts: readonly Part[], n: number, corner: number, least: number): Part[] {
  const part = parts[n];
  if (!part || (part.look !== 'area' && part.look !== 'line') || part.points.length <= least) return [...parts];
  return changed(parts, n, { ...part, points: part.points.filter((_, m) => m !== corner) });
}

/** The middle of every side of a chain: where a corner can be pulled out. */
export function middles(part: Part): { after: number; at: Point }[] {
  const { points: all } = part;
  if ((part.look !== 'area' && part.look !== 'line') || all.length < 2) return [];
  const closed = part.look === 'area' && all.length > 2;
  return all.slice(0, closed ? undefined : -1).map((a, after) => {
    const b = all[(after + 1) % all.length]!;
    return { after, at: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] };
  });
}

/** The shape pulled open from one place to another; a click makes one of a usual size. */
export function drawn(kind: ShapeKind, from: Point, to: Point, open: boolean, usual: number, table: Point): unknown {
  const wide = Math.hypot(to[0] - from[0], to[1] - from[1]) > usual / 10;
  const end: Point = wide ? to : [from[0] + usual, from[1] + (kind === 'line' || kind === 'edge' || open ? 0 : usual)];
  const [a, b] = [within(from, table), within(end, table)];
  const [x1, y1, x2, y2] = [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1])];
  switch (kind) {
    case 'point':
      return within(to, table);
    case 'points':
      return [within(to, table)];
    case 'disc': {
      const radius = wide ? Math.hypot(to[0] - from[0], to[1] - from[1]) : usual / 2;
      return [...within(from, table), Math.max(0.5, round(radius))];
    }
    case 'rect':
      return [x1, y1, x2, y2];
    case 'rects':
      return [[x1, y1, x2, y2]];
    case 'line':
      return [...a, ...b];
    case 'edge':
      return [onEdge(a, table), alongEdge(a, b, table)];
    case 'edges':
      return [[a, b]];
    case 'poly':
      return open ? [a, b] : ofBox([x1, y1, x2, y2]);
    case 'polys':
      return [ofBox([x1, y1, x2, y2])];
  }
}

/** A chain of clicks as a shape. */
export const chained = (kind: ShapeKind, chain: readonly Point[]): unknown => (kind === 'polys' ? [chain] : kind === 'line' ? chain.slice(0, 2).flat() : chain);

// ------------------------------------------------------------ places

export const round = (value: number): number => Math.round(value * 100) / 100;

export function snapped([x, y]: Point, step: number): Point {
  return step > 0 ? [round(Math.round(x / step) * step), round(Math.round(y / step) * step)] : [round(x), round(y)];
}

export const within = ([x, y]: Point, [w, h]: Point): Point => [Math.min(Math.max(x, 0), w), Math.min(Math.max(y, 0), h)];

/** The place of the table's edge nearest to one. */
export function onEdge(at: Point, [w, h]: Point): Point {
  const [x, y] = within(at, [w, h]);
  const least = Math.min(x, w - x, y, h - y);
  return least === x ? [0, y] : least === w - x ? [w, y] : least === y ? [x, 0] : [x, h];
}

/** The same on the edge on which another place lies. */
export function alongEdge(on: Point, at: Point, table: Point): Point {
  const [x, y] = onEdge(on, table);
  const [ax, ay] = within(at, table);
  return x === 0 || x === table[0] ? [x, ay] : [ax, y];
}

/** Whether a place is in a part, or as near to it as that. */
export function touches(part: Part, [x, y]: Point, near: number): boolean {
  const { points: all, look } = part;
  if (look === 'disc' || look === 'dot') return all.some(([px, py]) => Math.hypot(px - x, py - y) <= Math.max(near, part.radius ?? 0));
  const closed = look === 'area' || look === 'box';
  let inside = false;
  for (let n = 0; n < all.length; n += 1) {
    const [a, b] = [all[n]!, all[(n + 1) % all.length]!];
    if (!closed && n === all.length - 1) break;
    if (away([x, y], a, b) <= near) return true;
    if (closed && a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) inside = !inside;
  }
  return inside;
}

function away([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const long = dx * dx + dy * dy;
  const t = long ? Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / long)) : 0;
  return Math.hypot(x - ax - t * dx, y - ay - t * dy);
}

/** How much room a shape takes: the smaller one is meant where two lie over each other. */
export function sizeOf(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => {
    if (part.look === 'disc') return sum + Math.PI * (part.radius ?? 0) ** 2;
    if (part.look === 'dot' || part.look === 'line') return sum;
    const { points: all } = part;
    return sum + Math.abs(all.reduce((twice, [x, y], n) => twice + x * all[(n + 1) % all.length]![1] - all[(n + 1) % all.length]![0] * y, 0)) / 2;
  }, 0);
}
