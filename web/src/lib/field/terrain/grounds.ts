/** How every kind of ground is drawn. */

import { axis, bounds, byHand, centroid, circle, inside, line, offset, ring, rng, scatter, seedOf, smooth, toEdge, toSegment, walk } from '../geometry';
import type { AreaLook, Point } from '../wire';
import { across, edges, isEnd, on, runsOff } from './edges';
import { broken, ink, round, split, stroke, tree } from './ink';
import { lying } from './lie';
import { rampart } from './rails';
import type { Draw, Ink, Patch, Sheet } from './sheet';
import { cliff, hill, rocks, sand, scrub } from './wild';

const SOLID: ReadonlySet<AreaLook> = new Set(['road', 'water', 'village', 'house', 'bridge', 'work']);

/** The border that the rules measure to, where it is not the edge of what is drawn. */
const ruledEdge = (p: Patch, s: Sheet): string => edges(p, s).map((c) => line(c.points)).join('');

export function grass(s: Sheet): Ink[] {
  const random = rng(seedOf(s.width, s.height));
  const all: Point[] = [
    [0, 0],
    [s.width, 0],
    [s.width, s.height],
    [0, s.height],
  ];
  let d = '';
  for (const [x, y] of scatter(all, s.m * 2.6, random, (px, py) => !s.areas.some((p) => p.area.look !== 'open' && on(p, px, py)))) {
    if (random() < 0.35) continue;
    const h = s.m * (0.1 + random() * 0.1);
    const n = 2 + Math.floor(random() * 3);
    for (let k = 0; k < n; k++) {
      const dx = (k - (n - 1) / 2) * s.m * 0.09;
      d += stroke(x + dx, y, x + dx * 1.7, y - h * (1 - Math.abs(k - (n - 1) / 2) * 0.2));
    }
  }
  return [ink('grass', d)];
}

export const DRAW: Record<AreaLook | 'rocks' | 'scrub' | 'sand' | 'cliff', Draw> = {
  rocks,
  scrub,
  sand,
  cliff,

  open: (p, s) => [ink('open-edge', edges(p, s).map((c) => line(c.points)).join(''))],

  zone: (p) => [ink('zone', p.d)],

  hill,

  wood(whole, s) {
    const random = rng(seedOf(whole.area.poly, 'wood'));
    const p = lying(whole, s);
    const rim = edges(p, s);
    let edge = '';
    for (const c of rim) {
      // A scalloped rim, as engravers draw the edge of a forest.
      const steps = walk(c.points, s.m * 0.36);
      steps.forEach((st, i) => {
        const r = round(s.m * (0.19 + random() * 0.05));
        const [x, y] = [round(st.x - st.nx * s.m * 0.06), round(st.y - st.ny * s.m * 0.06)];
        edge += i ? `A${r} ${r} 0 0 1 ${x} ${y}` : `M${x} ${y}`;
      });
    }
    const clear = (x: number, y: number): boolean =>
      toEdge(p.poly, x, y) > s.m * 0.22 &&
      !s.areas.some((o) => o !== whole && SOLID.has(o.area.look) && on(o, x, y, s.m * 0.5)) &&
      !s.rails.some((r) => r.rail.look === 'stream' && r.points.some((q, i) => i > 0 && toSegment(x, y, r.points[i - 1]!, q) < s.m * 0.42));
    const spots = scatter(p.poly, s.m * 0.66, random, clear).sort((a, b) => a[1] - b[1]);
    let [shade, crown, light, mark] = ['', '', '', ''];
    for (const [x, y] of spots) {
      const r = s.m * (random() < 0.2 ? 0.36 + random() * 0.1 : 0.2 + random() * 0.14);
      shade += circle(x + r * 0.42, y + r * 0.5, r * 0.96);
      crown += tree(x, y, r, random);
      light += tree(x - r * 0.22, y - r * 0.26, r * 0.5, random);
      for (let k = 0; k < 3; k++) {
        const a = 0.15 + k * 0.5 + random() * 0.2;
        const [cx, cy] = [Math.cos(a), Math.sin(a)];
        mark += stroke(x + cx * r * 0.45, y + cy * r * 0.45, x + cx * r * 0.82, y + cy * r * 0.82);
      }
    }
    const border = p === whole ? '' : ruledEdge(whole, s);
    return [ink('ruled-edge', border), ink('wood-wash', p.d), ink('wood-edge', edge), ink('tree-shade', shade), ink('tree', crown), ink('tree-light', light), ink('tree-mark', mark)];
  },

  marsh(whole, s) {
    const random = rng(seedOf(whole.area.poly, 'marsh'));
    const p = lying(whole, s);
    const ford = /ford/.test(p.area.kind);
    let [water, blades, stones] = ['', '', ''];
    for (const [x, y] of scatter(p.poly, s.m * 0.5, random, (px, py) => toEdge(p.poly, px, py) > s.m * 0.12)) {
      const l = s.m * (0.14 + random() * 0.22);
      water += stroke(x - l, y, x + l, y) + (random() < 0.5 ? stroke(x - l * 0.4, y + s.m * 0.09, x + l * 0.7, y + s.m * 0.09) : '');
      if (ford ? random() < 0.4 : random() < 0.45) {
        if (ford) stones += circle(x, y - s.m * 0.12, s.m * (0.05 + random() * 0.05));
        else
          for (let k = -2; k <= 2; k++)
            blades += stroke(x + k * s.m * 0.03, y, x + k * s.m * 0.1, y - s.m * (0.3 - Math.abs(k) * 0.06) * (0.8 + random() * 0.4));
      }
    }
    return [ink('ruled-edge', p === whole ? '' : ruledEdge(whole, s)), ink(ford ? 'ford' : 'marsh-wash', p.d), ink('marsh-water', water), ink('marsh-blade', blades), ink('stone', stones)];
  },

  field(whole, s) {
    const random = rng(seedOf(whole.area.poly, 'field'));
    // Fields have corners; a round one is a garden in the wild.
    const p = whole.poly.length > 4 ? lying(whole, s) : whole;
    const wet = /padd|rice/.test(p.area.kind);
    const found: Ink[] = [ink('ruled-edge', p === whole ? '' : ruledEdge(whole, s)), ink(wet ? 'paddy-wash' : 'field-wash', p.d)];
    let [furrow, bund, plots, tufts] = ['', '', '', ''];
    const { angle } = axis(p.poly);
    const a = (angle * Math.PI) / 180;
    const [cos, sin] = [Math.cos(a), Math.sin(a)];
    const c = centroid(p.poly);
    const turn = (x: number, y: number): Point => [c[0] + x * cos - y * sin, c[1] + x * sin + y * cos];
    const back = p.poly.map(([x, y]): Point => [(x - c[0]) * cos + (y - c[1]) * sin, (y - c[1]) * cos - (x - c[0]) * sin]);
    const box = bounds(back);
    const edgeOf = (x: number, y: number): boolean => inside(p.poly, ...turn(x, y));
    const size = s.m * (wet ? 3 : 4.2);
    for (const [x0, y0, x1, y1] of split(box.x0, box.y0, box.x1, box.y1, size, random)) {
      const g = s.m * 0.1;
      const corner: Point[] = [turn(x0, y0), turn(x1, y0), turn(x1, y1), turn(x0, y1)];
      const whole = corner.every(([x, y]) => inside(p.poly, x + (c[0] - x) * 0.012, y + (c[1] - y) * 0.012));
      if (whole && random() < 0.5) plots += ring(corner);
      if (whole) bund += ring(corner);
      const across = random() < 0.5;
      const gap = s.m * (wet ? 0.34 : 0.21);
      const [lo, hi, u0, u1] = across ? [x0 + g, x1 - g, y0 + g, y1 - g] : [y0 + g, y1 - g, x0 + g, x1 - g];
      for (let v = lo + gap / 2; v < hi; v += gap) {
        if (wet) {
          // water between the rows: broken strokes, and seedlings
          for (let u = u0 + random() * s.m * 0.4; u < u1; u += s.m * (0.42 + random() * 0.3)) {
            const [px, py] = across ? [v, u] : [u, v];
            if (!edgeOf(px, py)) continue;
            const [x, y] = turn(px, py);
            const l = s.m * 0.11;
            if (random() < 0.45) furrow += stroke(x - l, y, x + l, y);
            else tufts += stroke(x, y, x - l * 0.5, y - l) + stroke(x, y, x, y - l * 1.3) + stroke(x, y, x + l * 0.5, y - l);
          }
        } else {
          let from: number | null = null;
          for (let u = u0; u <= u1 + s.m * 0.15; u += s.m * 0.15) {
            const [px, py] = across ? [v, u] : [u, v];
            const ok = u <= u1 && edgeOf(px, py);
            if (ok && from === null) from = u;
            if (!ok && from !== null) {
              const b = across ? turn(v, from) : turn(from, v);
              const e = across ? turn(v, u - s.m * 0.15) : turn(u - s.m * 0.15, v);
              furrow += line(byHand([b, e], s.m * 0.025, s.m * 0.8, random));
              from = null;
            }
          }
        }
      }
    }
    found.push(ink('plot', plots), ink(wet ? 'paddy-water' : 'furrow', furrow), ink('paddy-tuft', tufts), ink('bund', bund));
    found.push(ink('field-edge', edges(p, s).map((e) => line(byHand(e.points, s.m * 0.03, s.m * 0.9, random))).join('')));
    return found;
  },

  water(p, s) {
    const random = rng(seedOf(p.area.poly, 'water'));
    const found: Ink[] = [ink('water', p.d)];
    const shore = edges(p, s, (i) => runsOff(p.poly, i, s));
    const { short } = axis(p.poly);
    for (const c of shore) {
      const base = c.closed ? c.points.slice(0, -1) : c.points;
      for (const [k, share] of [0.07, 0.17, 0.3, 0.45].entries()) {
        const d = Math.min(short * share, s.m * 0.9 * share * 2.4);
        const o = offset(base, -d, c.closed);
        const l = byHand(c.closed ? [...o, o[0]!] : o, s.m * 0.035 * (k + 1) * 0.7, s.m * 0.7, random);
        found.push(ink(`ripple-${k}`, k > 1 ? broken(l, s, random, k) : smooth(l)));
      }
      found.push(ink('shore', smooth(byHand(c.points, s.m * 0.035, s.m * 0.8, random))));
    }
    return found;
  },

  road(p, s) {
    const random = rng(seedOf(p.area.poly, 'road'));
    const sides = edges(p, s, (i) => isEnd(p.poly, i));
    const found: Ink[] = [ink('road', p.d)];
    let [casing, rut] = ['', ''];
    const { short } = axis(p.poly);
    for (const c of sides) {
      const hand = byHand(c.points, s.m * 0.035, s.m * 1.1, random);
      casing += smooth(hand);
      const inner = offset(c.points, -short * 0.33, c.closed);
      rut += broken(byHand(inner, s.m * 0.05, s.m * 0.9, random), s, random, 2);
    }
    found.push(ink('rut', rut), ink('casing', casing));
    return found;
  },

  bridge(p, s) {
    const c = centroid(p.poly);
    const way = across(p.poly, c, s);
    const [ux, uy] = [Math.cos(way), Math.sin(way)];
    const found: Ink[] = [ink('bridge-shade', ring(p.poly.map(([x, y]) => [x + s.m * 0.12, y + s.m * 0.14]))), ink('bridge', p.d)];
    let [planks, rails] = ['', ''];
    const us = p.poly.map(([x, y]) => (x - c[0]) * ux + (y - c[1]) * uy);
    const vs = p.poly.map(([x, y]) => (y - c[1]) * ux - (x - c[0]) * uy);
    const [u0, u1, v0, v1] = [Math.min(...us), Math.max(...us), Math.min(...vs), Math.max(...vs)];
    const spot = (u: number, v: number): Point => [c[0] + u * ux - v * uy, c[1] + u * uy + v * ux];
    for (let u = u0 + s.m * 0.2; u < u1 - s.m * 0.05; u += s.m * 0.24) planks += line([spot(u, v0 + s.m * 0.12), spot(u, v1 - s.m * 0.12)]);
    for (const [v, out] of [
      [v0, -1],
      [v1, 1],
    ] as const) {
      const f = s.m * 0.28 * out;
      rails += line([spot(u0 - s.m * 0.22, v + f), spot(u0, v), spot(u1, v), spot(u1 + s.m * 0.22, v + f)]);
    }
    return [...found, ink('plank', planks), ink('parapet', rails)];
  },

  village(p, s) {
    const random = rng(seedOf(p.area.poly, 'village'));
    const { angle } = axis(p.poly);
    const tilt = ((angle + (random() - 0.5) * 10) * Math.PI) / 180;
    const [cos, sin] = [Math.cos(tilt), Math.sin(tilt)];
    const c = centroid(p.poly);
    const turn = (x: number, y: number): Point => [c[0] + x * cos - y * sin, c[1] + x * sin + y * cos];
    const back = p.poly.map(([x, y]): Point => [(x - c[0]) * cos + (y - c[1]) * sin, (y - c[1]) * cos - (x - c[0]) * sin]);
    const b = bounds(back);
    let [garden, shade, house, dark, ridge, crown, lane] = ['', '', '', '', '', '', ''];
    const cell = s.m * 1.55;
    const nx = Math.max(1, Math.round((b.x1 - b.x0) / cell));
    const ny = Math.max(1, Math.round((b.y1 - b.y0) / cell));
    const [w, h] = [(b.x1 - b.x0) / nx, (b.y1 - b.y0) / ny];
    const street = ny > 2 ? Math.floor(ny / 2) : -1;
    const alley = nx > 3 ? Math.floor(nx / 2) : -1;
    const put = (x: number, y: number, hw: number, hh: number): boolean => {
      const corners: Point[] = [turn(x - hw, y - hh), turn(x + hw, y - hh), turn(x + hw, y + hh), turn(x - hw, y + hh)];
      if (!corners.every(([px, py]) => inside(p.poly, px, py) && toEdge(p.poly, px, py) > s.m * 0.08)) return false;
      if (s.areas.some((o) => o !== p && (o.area.look === 'road' || o.area.look === 'water') && corners.some(([px, py]) => on(o, px, py)))) return false;
      const g = s.m * 0.1;
      shade += ring(corners.map(([px, py]) => [px + g, py + g * 1.1]));
      house += ring(corners);
      // hipped roof: a ridge and its four hips
      const [rx, ry] = hw > hh ? [hw - hh, 0] : [0, hh - hw];
      const [r1, r2] = [turn(x - rx, y - ry), turn(x + rx, y + ry)];
      dark += hw > hh ? ring([corners[3]!, r1, r2, corners[2]!]) + ring([corners[1]!, corners[2]!, r2]) : ring([corners[1]!, r1, r2, corners[2]!]) + ring([corners[2]!, corners[3]!, r2]);
      ridge += line([r1, r2]) + line([corners[0]!, r1, corners[hw > hh ? 3 : 1]!]) + line([corners[hw > hh ? 1 : 3]!, r2, corners[2]!]);
      return true;
    };
    for (let j = 0; j < ny; j++) {
      for (let i = 0; i < nx; i++) {
        const [cx, cy] = [b.x0 + (i + 0.5) * w, b.y0 + (j + 0.5) * h];
        const towards = j === street - 1 ? -0.12 : j === street ? 0.12 : 0;
        const aside = i === alley - 1 ? -0.09 : i === alley ? 0.09 : 0;
        const [x, y] = [cx + (aside + (random() - 0.5) * 0.08) * w, cy + (towards + (random() - 0.5) * 0.08) * h];
        const kind = random();
        if (kind < 0.14) {
          // a garden with trees
          const g: Point[] = [turn(x - w * 0.34, y - h * 0.34), turn(x + w * 0.34, y - h * 0.34), turn(x + w * 0.34, y + h * 0.34), turn(x - w * 0.34, y + h * 0.34)];
          if (g.every(([px, py]) => inside(p.poly, px, py))) {
            garden += ring(g);
            for (let k = 0; k < 3; k++) crown += tree(...turn(x + (random() - 0.5) * w * 0.45, y + (random() - 0.5) * h * 0.45), s.m * (0.15 + random() * 0.07), random);
          }
          continue;
        }
        const [hw, hh] = [w * (0.26 + random() * 0.08), h * (0.2 + random() * 0.07)];
        const whole = put(x, y + (kind < 0.5 ? -h * 0.08 : 0), hw, hh);
        if (whole && kind < 0.5) put(x + hw * (kind < 0.32 ? 0.62 : -0.62), y + h * 0.22, hw * 0.36, h * 0.16);
      }
    }
    if (street > 0) {
      const y = b.y0 + street * h;
      lane += line([turn(b.x0 + s.m * 0.2, y), turn(b.x1 - s.m * 0.2, y)]);
    }
    if (alley > 0) {
      const x = b.x0 + alley * w;
      lane += line([turn(x, b.y0 + s.m * 0.2), turn(x, b.y1 - s.m * 0.2)]);
    }
    return [
      ink('village-wash', p.d),
      ink('lane', lane),
      ink('garden', garden),
      ink('house-shade', shade),
      ink('house', house),
      ink('house-dark', dark),
      ink('ridge', ridge),
      ink('tree', crown),
      ink('village-edge', edges(p, s).map((e) => line(byHand(e.points, s.m * 0.03, s.m, random))).join('')),
    ];
  },

  /** One building without its roof, so that whoever is in it is seen: walls, boards, hearth. */
  house(p, s) {
    const b = bounds(p.poly);
    const thick = Math.min(s.m * 0.22, (b.x1 - b.x0) * 0.06, (b.y1 - b.y0) * 0.06);
    const floor = offset(p.poly, -thick, true);
    let boards = '';
    const step = s.m * 0.36;
    for (let y = b.y0 + step; y < b.y1 - thick; y += step) {
      const at = [0.02, 0.98].map((part): Point => [b.x0 + part * (b.x1 - b.x0), y]);
      if (at.every(([x, py]) => inside(p.poly, x, py))) boards += line([[b.x0 + thick, y], [b.x1 - thick, y]]);
    }
    const [hx, hy, w] = [(b.x0 + b.x1) / 2, b.y0 + thick, (b.x1 - b.x0) * 0.1];
    const hearth = ring([[hx - w, hy], [hx + w, hy], [hx + w * 0.7, hy + w * 0.8], [hx - w * 0.7, hy + w * 0.8]]);
    const g = s.m * 0.12;
    return [
      ink('house-shade', ring(p.poly.map(([x, y]): Point => [x + g, y + g * 1.1]))),
      ink('house-floor', p.d),
      ink('house-boards', boards),
      ink('house-hearth', hearth),
      ink('house-wall', ring(p.poly) + ring([...floor].reverse())),
    ];
  },

  work(p, s) {
    const random = rng(seedOf(p.area.poly, 'work'));
    let dots = '';
    for (const [x, y] of scatter(p.poly, s.m * 0.34, random, (px, py) => toEdge(p.poly, px, py) > s.m * 0.5)) {
      // trodden ground: thick towards the walls, thin in the middle
      if (random() < 0.75 - Math.min(0.45, toEdge(p.poly, x, y) / (s.m * 12))) dots += stroke(x, y, x + s.m * 0.04 * random(), y + s.m * 0.02);
    }
    const found: Ink[] = [ink('work', p.d), ink('trodden', dots)];
    const walled = s.rails.some((r) => r.points.some(([x, y]) => toEdge(p.poly, x, y) < s.m * 0.2));
    if (!walled) found.push(...rampart([...p.poly, p.poly[0]!], s, p.poly));
    return found;
  },
};
