/** Strokes of the pen: lines, wedges, trees, plots. */

import { at, ring, smooth } from '../geometry';
import type { Rng } from '../geometry';
import type { Point } from '../wire';
import type { Ink, Sheet } from './sheet';

/** Neighbours of one class become one path. */
export function joined(inks: Ink[]): Ink[] {
  const found: Ink[] = [];
  for (const ink of inks) {
    if (!ink.d) continue;
    const last = found[found.length - 1];
    if (last?.cls === ink.cls) last.d += ink.d;
    else found.push({ ...ink });
  }
  return found;
}

export const ink = (cls: string, d: string): Ink => ({ cls, d });

export const round = (v: number): number => Math.round(v * 10) / 10;

export const stroke = (x0: number, y0: number, x1: number, y1: number): string =>
  `M${round(x0)} ${round(y0)}L${round(x1)} ${round(y1)}`;

/** A stroke of the burin: thick where it begins, nothing where it ends. */
export function wedge(x: number, y: number, ux: number, uy: number, long: number, thick: number): string {
  const px = (-uy * thick) / 2;
  const py = (ux * thick) / 2;
  return ring([
    [x + px, y + py],
    [x + ux * long, y + uy * long],
    [x - px, y - py],
  ]);
}

/** A crown of leaves from above: a ring of lobes. */
export function tree(x: number, y: number, r: number, random: Rng): string {
  const n = 6;
  const turn = random() * 6.28;
  let d = '';
  for (let k = 0; k <= n; k++) {
    const a = turn + (k % n) * ((2 * Math.PI) / n);
    const q = r * (0.9 + (k % n === 0 ? 0 : ((k * 37) % 5) * 0.04));
    const [px, py] = [round(x + Math.cos(a) * q), round(y + Math.sin(a) * q)];
    const lobe = round(r * 0.56);
    d += k ? `A${lobe} ${lobe} 0 0 1 ${px} ${py}` : `M${px} ${py}`;
  }
  return d + 'Z';
}

/** Corners cut (Chaikin): once rounder. */
export function rounder(poly: readonly Point[]): Point[] {
  return poly.flatMap((a, i): Point[] => {
    const b = at(poly, i + 1);
    return [
      [a[0] * 0.75 + b[0] * 0.25, a[1] * 0.75 + b[1] * 0.25],
      [a[0] * 0.25 + b[0] * 0.75, a[1] * 0.25 + b[1] * 0.75],
    ];
  });
}

/** A line drawn with pauses. */
export function broken(points: Point[], s: Sheet, random: Rng, k: number): string {
  let d = '';
  let pen: Point[] = [];
  for (const p of points) {
    pen.push(p);
    if (pen.length > 2 + random() * 3) {
      d += smooth(pen);
      pen = random() < 0.25 + k * 0.12 ? [] : [p];
    }
  }
  void s;
  return d + (pen.length > 1 ? smooth(pen) : '');
}

/** A box cut into plots, none much larger than `size`. */
export function split(x0: number, y0: number, x1: number, y1: number, size: number, random: Rng): [number, number, number, number][] {
  const [w, h] = [x1 - x0, y1 - y0];
  if (w <= size * 1.6 && h <= size * 1.6) return [[x0, y0, x1, y1]];
  const t = 0.38 + random() * 0.24;
  return w > h
    ? [...split(x0, y0, x0 + w * t, y1, size, random), ...split(x0 + w * t, y0, x1, y1, size, random)]
    : [...split(x0, y0, x1, y0 + h * t, size, random), ...split(x0, y0 + h * t, x1, y1, size, random)];
}
