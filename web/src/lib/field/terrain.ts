/**
 * A board turned into ink: paths by class, in the manner of a hand-coloured staff map. Everything is worked out once for a
 * board, from its shapes alone, so that the same table always looks the same. Coordinates are the screen's (y down).
 */

import {
  area as areaOf,
  at,
  axis,
  bounds,
  byHand,
  centroid,
  chains,
  circle,
  inside,
  length,
  line,
  offset,
  ring,
  rng,
  scatter,
  seedOf,
  smooth,
  toEdge,
  toSegment,
  walk,
  without,
  type Box,
  type Rng,
} from './geometry';
import type { Area, AreaLook, Board, Point, Rail } from './wire';

export interface Ink {
  /** class name, `t-…` in theme.css */
  cls: string;
  d: string;
}

export interface Label {
  x: number;
  y: number;
  angle: number;
  text: string;
  look: AreaLook | 'rail';
  /** room for the text, along and across */
  long: number;
  short: number;
}

export interface Patch {
  area: Area;
  poly: Point[];
  box: Box;
  d: string;
}

export interface Chart {
  /** Everything here is drawn as if ordinary things were 100 across, like an inch on a table of six feet by four; times this, it fits the board. */
  scale: number;
  width: number;
  height: number;
  under: Ink[];
  over: Ink[];
  labels: Label[];
  patches: Patch[];
}

const ORDER: readonly AreaLook[] = ['open', 'hill', 'field', 'work', 'water', 'marsh', 'road', 'bridge', 'village', 'wood', 'zone'];

const SOLID: ReadonlySet<AreaLook> = new Set(['road', 'water', 'village', 'bridge', 'work']);

interface Sheet {
  m: number;
  width: number;
  height: number;
  areas: Patch[];
  rails: { rail: Rail; points: Point[] }[];
}

/** How large ordinary things are on a board, in its hundredths. */
export const ordinary = (board: Pick<Board, 'width' | 'height'>): number => Math.sqrt(board.width * board.height) / 58.8;

const known = new WeakMap<Board, Chart>();

/** Draw a board; once. */
export function chart(board: Board): Chart {
  let found = known.get(board);
  if (!found) known.set(board, (found = draw(board, board.areas ?? [], board.rails ?? [], true)));
  return found;
}

/** Draw things that come and go (`view.extra`) in the same hand. */
export function draw(board: Board, areas: readonly Area[], rails: readonly Rail[], ground = false): Chart {
  const scale = ordinary(board) / 100;
  const [m, width, height] = [100, board.width / scale, board.height / scale];
  const flip = (p: Point): Point => [p[0] / scale, height - p[1] / scale];
  const sheet: Sheet = {
    m,
    width,
    height,
    areas: areas
      .filter((a) => a.poly.length > 2)
      .map((area) => {
        const poly = area.poly.map(flip);
        if (areaOf(poly) < 0) poly.reverse();
        return { area, poly, box: bounds(poly), d: ring(poly) };
      }),
    rails: rails.filter((r) => r.points.length > 1).map((rail) => ({ rail, points: rail.points.map(flip) })),
  };
  const under: Ink[] = [];
  const over: Ink[] = [];
  if (ground) under.push(...grass(sheet));
  for (const look of ORDER) {
    for (const patch of sheet.areas) if (patch.area.look === look) under.push(...DRAW[look](patch, sheet));
  }
  const brooks = sheet.rails.filter((r) => r.rail.look === 'stream');
  const wet = under.findLastIndex((i) => /^(water|shore|ripple|hill|hachure|field|paddy|bund|plot|furrow|grass)/.test(i.cls)) + 1;
  under.splice(wet, 0, ...brooks.flatMap(({ rail, points }) => drawRail(rail, points, [], sheet)));
  if (board.kind === 'hex') under.push({ cls: 'hex', d: sheet.areas.map((p) => p.d).join('') });
  const gates = sheet.rails.filter((r) => r.rail.look === 'gate').map((r) => r.points);
  for (const { rail, points } of sheet.rails) if (rail.look !== 'stream') over.push(...drawRail(rail, points, gates, sheet));
  return { scale, width, height, under: joined(under), over: joined(over), labels: labels(sheet), patches: sheet.areas };
}

/** Neighbours of one class become one path. */
function joined(inks: Ink[]): Ink[] {
  const found: Ink[] = [];
  for (const ink of inks) {
    if (!ink.d) continue;
    const last = found[found.length - 1];
    if (last?.cls === ink.cls) last.d += ink.d;
    else found.push({ ...ink });
  }
  return found;
}

/** Whether a place lies in a patch, or within so much of it. */
function on(p: Patch, x: number, y: number, near = 0): boolean {
  const { x0, y0, x1, y1 } = p.box;
  if (x < x0 - near || x > x1 + near || y < y0 - near || y > y1 + near) return false;
  return inside(p.poly, x, y) || (near > 0 && toEdge(p.poly, x, y) < near);
}

const ink = (cls: string, d: string): Ink => ({ cls, d });

const round = (v: number): number => Math.round(v * 10) / 10;

const stroke = (x0: number, y0: number, x1: number, y1: number): string =>
  `M${round(x0)} ${round(y0)}L${round(x1)} ${round(y1)}`;

/** A stroke of the burin: thick where it begins, nothing where it ends. */
function wedge(x: number, y: number, ux: number, uy: number, long: number, thick: number): string {
  const px = (-uy * thick) / 2;
  const py = (ux * thick) / 2;
  return ring([
    [x + px, y + py],
    [x + ux * long, y + uy * long],
    [x - px, y - py],
  ]);
}

/** Whether an edge lies along the table's own edge. */
function onTableEdge(a: Point, b: Point, s: Sheet): boolean {
  const e = s.m * 0.05;
  return (
    (a[0] <= e && b[0] <= e) ||
    (a[1] <= e && b[1] <= e) ||
    (a[0] >= s.width - e && b[0] >= s.width - e) ||
    (a[1] >= s.height - e && b[1] >= s.height - e)
  );
}

/** Whether another area of the same look goes on beyond an edge. */
function goesOn(patch: Patch, a: Point, b: Point, s: Sheet): boolean {
  const mx = (a[0] + b[0]) / 2 + ((b[1] - a[1]) / (Math.hypot(b[0] - a[0], b[1] - a[1]) || 1)) * s.m * 0.06;
  const my = (a[1] + b[1]) / 2 - ((b[0] - a[0]) / (Math.hypot(b[0] - a[0], b[1] - a[1]) || 1)) * s.m * 0.06;
  return s.areas.some((o) => o !== patch && o.area.look === patch.area.look && on(o, mx, my));
}

/** The edge of a patch where it really ends, as chains; looked at in short pieces, so that joins are found. */
function edges(patch: Patch, s: Sheet, also: (i: number) => boolean = () => false): { points: Point[]; closed: boolean }[] {
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
function runsOff(poly: Point[], i: number, s: Sheet): boolean {
  const [a, b] = [at(poly, i), at(poly, i + 1)];
  const [x, y] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  return Math.min(x, y, s.width - x, s.height - y) < s.m * 1.2 && isEnd(poly, i);
}

/** The short ends of a strip: edges whose neighbours run back alongside each other. */
function isEnd(poly: Point[], i: number): boolean {
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

function grass(s: Sheet): Ink[] {
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

type Draw = (patch: Patch, s: Sheet) => Ink[];

const DRAW: Record<AreaLook, Draw> = {
  open: (p, s) => [ink('open-edge', edges(p, s).map((c) => line(c.points)).join(''))],

  zone: (p) => [ink('zone', p.d)],

  hill(p, s) {
    const random = rng(seedOf(p.area.poly));
    const { short } = axis(p.poly);
    const rim = edges(p, s);
    const joined = !(rim.length === 1 && rim[0]!.closed);
    const found: Ink[] = [ink('hill-0', p.d), ink('hill-edge', rim.map((c) => line(c.points)).join(''))];
    const drop = Math.min(s.m * 1.7, short * 0.16);
    const base = joined ? p.poly : rounder(rounder(rounder(p.poly)));
    for (const [k, d] of [drop * 0.12, drop, drop * 1.9].entries()) {
      // A true inset: what the mitre throws too near the edge is left out.
      const level = joined ? p.poly : offset(base, -d, true).filter(([x, y]) => inside(base, x, y) && toEdge(base, x, y) > d * 0.96);
      if (k && (joined || level.length < 5 || areaOf(level) < s.m * s.m * 3)) break;
      if (k) found.push(ink(`hill-${k}`, smooth(level, true)));
      const edge = joined ? rim.map((c) => c.points) : [[...level, level[0]!]];
      let h = '';
      for (const points of edge) {
        for (const st of walk(points, s.m * 0.1, random() * s.m * 0.1)) {
          const wob = Math.sin(st.s / (s.m * 1.3) + k * 2) * 0.16 + Math.sin(st.s / (s.m * 0.37)) * 0.05;
          const l = s.m * (0.46 + wob + random() * 0.16);
          const a = (random() - 0.5) * 0.2;
          const [nx, ny] = [st.nx * Math.cos(a) - st.ny * Math.sin(a), st.nx * Math.sin(a) + st.ny * Math.cos(a)];
          const inw = k ? s.m * 0.02 : l + s.m * 0.04;
          h += wedge(st.x - nx * inw, st.y - ny * inw, nx, ny, l, s.m * (0.036 + random() * 0.026));
        }
      }
      found.push(ink('hachure', h));
    }
    return found;
  },

  wood(p, s) {
    const random = rng(seedOf(p.area.poly, 'wood'));
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
      toEdge(p.poly, x, y) > s.m * 0.3 &&
      !s.areas.some((o) => o !== p && SOLID.has(o.area.look) && on(o, x, y, s.m * 0.25)) &&
      !s.rails.some((r) => r.rail.look === 'stream' && r.points.some((q, i) => i > 0 && toSegment(x, y, r.points[i - 1]!, q) < s.m * 0.42));
    const spots = scatter(p.poly, s.m * 0.74, random, clear).sort((a, b) => a[1] - b[1]);
    let [shade, crown, light, mark] = ['', '', '', ''];
    for (const [x, y] of spots) {
      const r = s.m * (0.22 + random() * 0.12);
      shade += circle(x + r * 0.42, y + r * 0.5, r * 0.96);
      crown += tree(x, y, r, random);
      light += tree(x - r * 0.22, y - r * 0.26, r * 0.5, random);
      for (let k = 0; k < 3; k++) {
        const a = 0.15 + k * 0.5 + random() * 0.2;
        const [cx, cy] = [Math.cos(a), Math.sin(a)];
        mark += stroke(x + cx * r * 0.45, y + cy * r * 0.45, x + cx * r * 0.82, y + cy * r * 0.82);
      }
    }
    return [ink('wood-wash', p.d), ink('wood-edge', edge), ink('tree-shade', shade), ink('tree', crown), ink('tree-light', light), ink('tree-mark', mark)];
  },

  marsh(p, s) {
    const random = rng(seedOf(p.area.poly, 'marsh'));
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
    return [ink(ford ? 'ford' : 'marsh-wash', p.d), ink('marsh-water', water), ink('marsh-blade', blades), ink('stone', stones)];
  },

  field(p, s) {
    const random = rng(seedOf(p.area.poly, 'field'));
    const wet = /padd|rice/.test(p.area.kind);
    const found: Ink[] = [ink(wet ? 'paddy-wash' : 'field-wash', p.d)];
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
          for (let u = u0; u <= u1 + 1; u += s.m * 0.15) {
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

/** Which way a bridge carries: of its own two directions the one that crosses the nearest shore more squarely. */
function across(poly: Point[], c: Point, s: Sheet): number {
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

/** A rampart: bank, parapet line and the slope outside in hachures. `body` is the work it belongs to, if known. */
function rampart(points: readonly Point[], s: Sheet, body: Point[] | null): Ink[] {
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

function drawRail(rail: Rail, points: Point[], gates: Point[][], s: Sheet): Ink[] {
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

/** A crown of leaves from above: a ring of lobes. */
function tree(x: number, y: number, r: number, random: Rng): string {
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
function rounder(poly: readonly Point[]): Point[] {
  return poly.flatMap((a, i): Point[] => {
    const b = at(poly, i + 1);
    return [
      [a[0] * 0.75 + b[0] * 0.25, a[1] * 0.75 + b[1] * 0.25],
      [a[0] * 0.25 + b[0] * 0.75, a[1] * 0.25 + b[1] * 0.75],
    ];
  });
}

/** A line drawn with pauses. */
function broken(points: Point[], s: Sheet, random: Rng, k: number): string {
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
function split(x0: number, y0: number, x1: number, y1: number, size: number, random: Rng): [number, number, number, number][] {
  const [w, h] = [x1 - x0, y1 - y0];
  if (w <= size * 1.6 && h <= size * 1.6) return [[x0, y0, x1, y1]];
  const t = 0.38 + random() * 0.24;
  return w > h
    ? [...split(x0, y0, x0 + w * t, y1, size, random), ...split(x0 + w * t, y0, x1, y1, size, random)]
    : [...split(x0, y0, x1, y0 + h * t, size, random), ...split(x0, y0 + h * t, x1, y1, size, random)];
}

/** The middle line of a strip: its two long sides walked together. */
function middle(poly: Point[]): Point[] {
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

/** An angle at which text can be read. */
const upright = (deg: number): number => {
  const d = ((deg % 180) + 180) % 180;
  return d >= 90 ? d - 180 : d;
};

function labels(s: Sheet): Label[] {
  const found: Label[] = [];
  const seen = new Set<string>();
  for (const { area, poly } of s.areas) {
    if (!area.label || seen.has(area.label)) continue;
    const mates = s.areas.filter((o) => o.area.label === area.label);
    if (mates.length > 1) seen.add(area.label);
    const a = axis(poly);
    const strip = a.long > a.short * 2.2;
    let angle = strip || (poly.length === 4 && Math.abs(a.angle) < 30) ? upright(a.angle) : 0;
    let [x, y] = a.centre;
    const b = bounds(poly);
    if (area.look === 'village' || area.look === 'wood') {
      // Beneath, where no unit inside hides it.
      y = b.y1 + s.m * 0.62;
      if (y > s.height - s.m * 0.3) y = b.y0 - s.m * 0.3;
    } else if (area.look === 'work' && a.long > s.m * 8) {
      // Inside, clear of the walls and of the middle.
      [x, y] = [x - (x - b.x0) * 0.45, y - (y - b.y0) * 0.55];
    }
    if ((area.look === 'road' || area.look === 'water') && strip) {
      // Along it, but away from crossings: the place on its middle line that is freest.
      const spine = middle(poly);
      const half = Math.min(0.5, (area.label.length * s.m * 0.3) / Math.max(1, a.long));
      let best = -1;
      for (const want of [0.78, 0.22, 0.66, 0.34, 0.86, 0.14]) {
        const t = Math.min(1 - half, Math.max(half, want));
        const k = Math.min(spine.length - 2, Math.round(t * (spine.length - 1) - 0.5));
        const [p, q] = [spine[k]!, spine[k + 1]!];
        const [px, py] = [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
        const near = s.areas.reduce((d, o) => (o.poly === poly || o.area.look === 'hill' || o.area.look === 'open' ? d : inside(o.poly, px, py) ? 0 : Math.min(d, toEdge(o.poly, px, py))), s.m * 5);
        if (near > best + s.m * 0.5) {
          best = near;
          [x, y] = [px, py];
          angle = upright((Math.atan2(q[1] - p[1], q[0] - p[0]) * 180) / Math.PI);
        }
      }
    }
    found.push({ x: round(x), y: round(y), angle: round(angle), text: area.label, look: area.look, long: a.long, short: a.short });
  }
  for (const { rail, points } of s.rails) {
    if (!rail.label || rail.look === 'gate' || s.areas.some((p) => p.area.label === rail.label)) continue;
    const k = Math.floor((points.length - 1) / 2);
    const [a, b] = [points[k]!, points[k + 1] ?? points[k]!];
    const angle = upright((Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI);
    const up = (angle * Math.PI) / 180;
    found.push({ x: round((a[0] + b[0]) / 2 + Math.sin(up) * s.m * 0.42), y: round((a[1] + b[1]) / 2 - Math.cos(up) * s.m * 0.42), angle: round(angle), text: rail.label, look: rail.look === 'stream' ? 'water' : 'rail', long: length(points), short: s.m * 1.5 });
  }
  return found;
}
