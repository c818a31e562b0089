/** What goes on wheels: guns, limbers, wagons. */

import { bounds } from '../geometry';
import type { Livery, Piece, Point } from '../wire';
import { horse, soldiers, type Cell } from './men';
import { Spot, type Pen } from './pen';

type Ground = readonly Point[];

/** Carts under canvas, their team before them. */
export function wagons(pen: Pen, stands: readonly Ground[]): void {
  for (const stand of stands) {
    const b = bounds(stand);
    const s = Math.min(b.x1 - b.x0, b.y1 - b.y0);
    const [x, y] = [(b.x0 + b.x1) / 2, (b.y0 + b.y1) / 2];
    const at = new Spot(x, y, s);
    pen.put('mount', horse(new Spot(x - s * 0.1, y - s * 0.26, s * 0.26)) + horse(new Spot(x + s * 0.1, y - s * 0.26, s * 0.26)));
    for (const dy of [0.04, 0.36]) pen.put('iron', at.shape([-0.26, dy - 0.07], [-0.21, dy - 0.07], [-0.21, dy + 0.07], [-0.26, dy + 0.07]) + at.shape([0.21, dy - 0.07], [0.26, dy - 0.07], [0.26, dy + 0.07], [0.21, dy + 0.07]));
    pen.put('canvas', at.shape([-0.2, -0.06], [0.2, -0.06], [0.2, 0.44], [-0.2, 0.44]));
    for (const k of [0.06, 0.19, 0.32]) pen.put('hoops', at.line([-0.2, k], [0.2, k]));
  }
}

/** Two wheels on an axle, and their spokes as they show from above. */
function wheels(pen: Pen, at: Spot, apart: number, r: number, thick = 5): void {
  for (const way of [-1, 1]) {
    const x = way * apart;
    pen.put('iron', at.shape([x - thick, -r], [x + thick, -r], [x + thick, r], [x - thick, r]));
    pen.put('spokes', [-0.6, -0.2, 0.2, 0.6].map((k) => at.line([x - thick * 0.6, r * k], [x + thick * 0.6, r * k])).join(''));
    pen.put('hub', at.shape([x - thick * 1.5, -4], [x + thick * 1.5, -4], [x + thick * 1.5, 4], [x - thick * 1.5, 4]));
  }
}

/** Gun carriages, one to a stand; on a long stand the team that draws it. */
export function carriages(pen: Pen, stands: readonly Ground[]): void {
  for (const stand of stands) {
    if (isLimber(stand)) {
      const b = bounds(stand);
      const [w, h] = [b.x1 - b.x0, b.y1 - b.y0];
      const x = (b.x0 + b.x1) / 2;
      for (const [dx, dy] of [[-0.2, 0.2], [0.2, 0.2], [-0.2, 0.52], [0.2, 0.52]] as const) pen.put('mount', horse(new Spot(x + dx * w, b.y0 + dy * h, w * 0.5)));
      const at = new Spot(x, b.y0 + h * 0.84, w / 200);
      pen.put('wood', at.shape([-28, -16], [28, -16], [28, 16], [-28, 16]) + at.shape([-4, -120], [4, -120], [4, -14], [-4, -14]));
      wheels(pen, at, 44, 34);
      continue;
    }
    const { x, y, k } = gunAt(stand);
    const at = new Spot(x, y, k);
    // trail, cheeks, axle
    pen.put('wood', at.shape([-10, -22], [-6, 76], [6, 76], [10, -22]) + at.shape([-38, -5], [38, -5], [38, 4], [-38, 4]));
    wheels(pen, at, 40, 37);
    const p = at.p.bind(at);
    pen.put('brass', `M${p(-9.5, 26)}L${p(-7, -72)}L${p(-8.5, -72)}L${p(-8.5, -78)}L${p(8.5, -78)}L${p(8.5, -72)}L${p(7, -72)}L${p(9.5, 26)}C${p(5.5, 35)} ${p(-5.5, 35)} ${p(-9.5, 26)}Z`);
  }
}

/** A stand much longer than wide carries the team that draws the gun. */
function isLimber(stand: Ground): boolean {
  const b = bounds(stand);
  return b.y1 - b.y0 > 1.6 * (b.x1 - b.x0);
}

function gunAt(stand: Ground): { x: number; y: number; k: number } {
  const b = bounds(stand);
  const [w, h] = [b.x1 - b.x0, b.y1 - b.y0];
  return { x: (b.x0 + b.x1) / 2, y: b.y0 + h * 0.46, k: Math.min(w, h) / 200 };
}

const CREW: readonly Point[] = [[-64, -36], [64, -36], [-62, 34], [62, 34], [-32, 78], [32, 78], [-78, 74], [78, 74]];

/** Guns with their crews about them, on one stand. */
export function guns(pen: Pen, stands: readonly Ground[], piece: Pick<Piece, 'full' | 'figures'>, wear: Livery): void {
  const crew: Cell[] = [];
  const manned = stands.filter((stand) => !isLimber(stand));
  // Where the book counts no men, four serve the gun.
  const men = piece.full ? Math.max(0, (piece.figures ?? 0) / Math.max(1, manned.length)) : 4;
  const full = piece.full ? Math.max(men, piece.full / Math.max(1, manned.length)) : 4;
  for (const stand of manned) {
    const { x, y, k } = gunAt(stand);
    CREW.slice(0, Math.ceil(full)).forEach(([dx, dy], i) => crew.push({ x: x + dx * k, y: y + dy * k, size: 62 * k, filled: i < men }));
  }
  carriages(pen, stands);
  soldiers(pen, crew, { ...wear, weapon: 'none', pack: '', shield: [] });
}
