/** Ground that nobody tills: rocks, scrub, sand. Its border is dotted as the rules have it; what grows and lies there keeps inside, as it likes. */

import { area as areaOf, axis, circle, inside, line, offset, ring, rng, scatter, seedOf, smooth, toEdge, walk, type Rng } from '../geometry';
import type { Area, AreaLook, Point } from '../wire';
import { edges, on } from './edges';
import { ink, round, rounder, stroke, tree, wedge } from './ink';
import { bends, lying } from './lie';
import type { Draw, Ink, Patch, Sheet } from './sheet';

/** The way to draw an area: its look, or something nearer to its kind. */
export function styleOf(area: Area): AreaLook | 'rocks' | 'scrub' | 'sand' | 'cliff' {
  if (/^(rocks|rubble)$/.test(area.kind)) return 'rocks';
  if (/^(scrub|bush|brush)$/.test(area.kind)) return 'scrub';
  if (area.kind === 'sand') return 'sand';
  return area.kind === 'cliff' ? 'cliff' : area.look;
}

/** The border itself. */
const border = (p: Patch, s: Sheet): Ink => ink(lying(p, s) === p ? 'wild-edge' : 'ruled-edge', edges(p, s).map((c) => line(c.points)).join(''));

/** Nothing is put on roads, into water or through houses. */
const clear = (p: Patch, s: Sheet) => (x: number, y: number): boolean => !s.areas.some((o) => o !== p && /road|water|village|house|bridge/.test(o.area.look) && on(o, x, y, s.m * 0.2));

/** A boulder: a few flat faces, dark to the south-east. */
function boulder(x: number, y: number, r: number, random: Rng): { body: Point[]; dark: Point[] } {
  const n = 6 + Math.floor(random() * 3);
  const turn = random() * 6.28;
  const body = Array.from({ length: n }, (_, i): Point => {
    const a = turn + (i / n) * 2 * Math.PI;
    const q = r * (0.78 + random() * 0.34);
    return [x + Math.cos(a) * q, y + Math.sin(a) * q * 0.86];
  });
  const dark = body.filter(([px, py]) => px - x + (py - y) > -r * 0.15);
  return { body, dark: [...dark, [x - r * 0.1, y - r * 0.12]] };
}

export function rocks(whole: Patch, s: Sheet): Ink[] {
  const random = rng(seedOf(whole.area.poly, 'rocks'));
  const p = lying(whole, s);
  const free = clear(whole, s);
  let [shade, stone, dark, tuft] = ['', '', '', ''];
  const spots = scatter(p.poly, s.m * 0.62, random, (x, y) => toEdge(p.poly, x, y) > s.m * 0.2 && free(x, y)).sort((a, b) => a[1] - b[1]);
  for (const [x, y] of spots) {
    if (random() < 0.16) {
      for (let k = -1; k <= 1; k++) tuft += stroke(x + k * s.m * 0.05, y, x + k * s.m * 0.11, y - s.m * 0.16);
      continue;
    }
    const r = Math.min(s.m * (random() < 0.22 ? 0.42 + random() * 0.2 : 0.14 + random() * 0.16), toEdge(p.poly, x, y));
    const b = boulder(x, y, r, random);
    shade += ring(b.body.map(([px, py]): Point => [px + r * 0.28, py + r * 0.34]));
    stone += ring(b.body);
    if (b.dark.length > 2) dark += ring(b.dark);
  }
  return [ink('rocks-wash', p.d), border(whole, s), ink('marsh-blade', tuft), ink('rock-shade', shade), ink('rock', stone), ink('rock-dark', dark)];
}

export function scrub(whole: Patch, s: Sheet): Ink[] {
  const random = rng(seedOf(whole.area.poly, 'scrub'));
  const p = lying(whole, s);
  const free = clear(whole, s);
  let [shade, bush, light, thorn, grass] = ['', '', '', '', ''];
  for (const [x, y] of scatter(p.poly, s.m * 0.78, random, (px, py) => toEdge(p.poly, px, py) > s.m * 0.16 && free(px, py)).sort((a, b) => a[1] - b[1])) {
    const kind = random();
    if (kind < 0.28) {
      for (let k = -2; k <= 2; k++) grass += stroke(x + k * s.m * 0.05, y, x + k * s.m * 0.12, y - s.m * (0.2 - Math.abs(k) * 0.04));
      continue;
    }
    const r = s.m * (0.12 + random() * 0.13);
    shade += circle(x + r * 0.4, y + r * 0.5, r * 0.9);
    bush += tree(x, y, r, random);
    light += tree(x - r * 0.22, y - r * 0.24, r * 0.46, random);
    if (kind > 0.72) for (let k = 0; k < 5; k++) thorn += stroke(x, y, x + Math.cos(k * 1.26 + kind * 9) * r * 1.35, y + Math.sin(k * 1.26 + kind * 9) * r * 1.35);
  }
  return [ink('scrub-wash', p.d), border(whole, s), ink('grass', grass), ink('tree-shade', shade), ink('thorn', thorn), ink('bush', bush), ink('bush-light', light)];
}

export function sand(whole: Patch, s: Sheet): Ink[] {
  const random = rng(seedOf(whole.area.poly, 'sand'));
  const p = lying(whole, s);
  let [dune, grain] = ['', ''];
  for (const [x, y] of scatter(p.poly, s.m * 0.9, random, (px, py) => toEdge(p.poly, px, py) > s.m * 0.5)) {
    const l = s.m * (0.28 + random() * 0.3);
    dune += `M${round(x - l)} ${round(y)}q${round(l * 0.5)} ${round(-l * 0.42)} ${round(l)} 0t${round(l)} ${round(-l * 0.08)}`;
  }
  for (const [x, y] of scatter(p.poly, s.m * 0.34, random, (px, py) => toEdge(p.poly, px, py) > s.m * 0.1)) grain += stroke(x, y, x + 0.4, y);
  return [ink('sand-wash', p.d), border(whole, s), ink('sand-grain', grain), ink('dune', dune)];
}

/** Rock that falls away on every side. */
export function cliff(whole: Patch, s: Sheet): Ink[] {
  const random = rng(seedOf(whole.area.poly, 'cliff'));
  const p = lying(whole, s);
  let face = '';
  for (const c of edges(p, s)) {
    for (const st of walk(c.points, s.m * 0.16, s.m * 0.08)) face += wedge(st.x, st.y, -st.nx, -st.ny, s.m * (0.5 + random() * 0.35), s.m * 0.13);
  }
  return [...rocks(whole, s), ink('slope', face)];
}

/** A level of a hill: so far inside its foot, and bent from there inwards, never out. */
function contour(base: readonly Point[], far: number, bend: number, wave: (a: number) => number, step: number): Point[] {
  const inset = offset(base, -far, true).filter(([x, y]) => inside(base, x, y) && toEdge(base, x, y) > far * 0.96);
  if (inset.length < 5) return [];
  const mid: Point = [inset.reduce((sum, q) => sum + q[0], 0) / inset.length, inset.reduce((sum, q) => sum + q[1], 0) / inset.length];
  return walk([...inset, inset[0]!], step).map(({ x, y }): Point => {
    const [dx, dy] = [mid[0] - x, mid[1] - y];
    const l = Math.hypot(dx, dy) || 1;
    const k = Math.min(bend * wave(Math.atan2(dy, dx)), l * 0.6);
    return [x + (dx / l) * k, y + (dy / l) * k];
  });
}

/** Hachures down a slope, longer where it is steep. */
function hachures(points: readonly Point[], s: Sheet, random: Rng, steep: number, foot: boolean): string {
  let h = '';
  for (const st of walk(points, s.m * 0.1, random() * s.m * 0.1)) {
    const wob = Math.sin(st.s / (s.m * 1.3) + steep * 2) * 0.16 + Math.sin(st.s / (s.m * 0.37)) * 0.05;
    const l = s.m * (0.46 + wob + random() * 0.16);
    const a = (random() - 0.5) * 0.2;
    const [nx, ny] = [st.nx * Math.cos(a) - st.ny * Math.sin(a), st.nx * Math.sin(a) + st.ny * Math.cos(a)];
    const inw = foot ? l + s.m * 0.04 : s.m * 0.02;
    h += wedge(st.x - nx * inw, st.y - ny * inw, nx, ny, l, s.m * (0.036 + random() * 0.026));
  }
  return h;
}

export const hill: Draw = (whole, s) => {
  const random = rng(seedOf(whole.area.poly));
  const p = lying(whole, s);
  const { short } = axis(p.poly);
  const rim = edges(whole, s);
  const found: Ink[] = [ink('hill-0', p.d), ink(p === whole ? 'hill-edge' : 'ruled-edge', rim.map((c) => line(c.points)).join(''))];
  // One that goes on beyond its edge has a foot only where it ends.
  if (!(rim.length === 1 && rim[0]!.closed)) return [...found, ink('hachure', edges(p, s).map((c) => hachures(c.points, s, random, 0, true)).join(''))];
  const drop = Math.min(s.m * 1.7, short * 0.15);
  const base = rounder(rounder(rounder(p.poly)));
  const wave = bends(random);
  for (const [k, far] of [drop * 0.3, drop * 1.15, drop * 2].entries()) {
    const level = contour(base, far, drop * (0.7 + k * 0.35), wave, s.m * 0.8);
    if (level.length < 5 || areaOf(level) < s.m * s.m * 3) break;
    found.push(ink(`hill-${k}`, smooth(level, true)), ink('hachure', hachures([...level, level[0]!], s, random, k, false)));
  }
  return found;
};
