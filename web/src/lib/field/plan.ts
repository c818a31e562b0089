/** Everything written on the table, laid out so that no words lie on other words: who matters most is placed first, who finds no room is a dot. */

import { chipsOf, ROW, rowsOf, widthOf, type Say } from './chips';
import { art } from './figures';
import { clamp } from './geometry';
import { around, overlap, type Box } from './labels';
import type { Chart, Label } from './terrain';
import type { Board, Mark, Piece, Point } from './wire';

export interface Wish {
  key: string;
  /** the best first */
  places: readonly Box[];
  /** what each hides besides units: lines of the map */
  hides?: readonly number[];
}

/** For each wish the first place that is free of other words, of those the one that hides least; -1: none. What hides nothing where it was before stays there. */
export function layout(wishes: readonly Wish[], units: readonly Box[], before: ReadonlyMap<string, number> = new Map()): { at: Map<string, number>; taken: Map<string, Box> } {
  const [at, taken, full] = [new Map<string, number>(), new Map<string, Box>(), [] as Box[]];
  for (const wish of wishes) {
    let [best, least] = [-1, Infinity];
    const was = before.get(wish.key) ?? -1;
    for (const i of was in wish.places ? [was, ...wish.places.keys()] : wish.places.keys()) {
      const place = wish.places[i]!;
      if (full.some((one) => overlap(one, place) > 0)) continue;
      const hidden = units.reduce((sum, one) => sum + overlap(one, place), wish.hides?.[i] ?? 0);
      if (hidden < least - 1e-6) [best, least] = [i, hidden];
      if (hidden === 0) break;
    }
    at.set(wish.key, best);
    if (best < 0) continue;
    taken.set(wish.key, wish.places[best]!);
    full.push(wish.places[best]!);
  }
  return { at, taken };
}

/** How much to say of a unit that nobody points at. */
export function sayOf(piece: Piece, m: number, u: number): Say {
  return m / u >= 44 && art(piece).size / u > 14 ? 2 : m / u >= 9 ? 1 : 0;
}

export interface Written {
  say: Say;
  name: boolean;
  loud: boolean;
}
export interface Placed extends Label {
  fs: number;
}
export interface Plan {
  /** names of places, and those for which there is no room */
  places: Placed[];
  dots: Placed[];
  /** from the middle of a unit's box to where its name and its marks are written; null: nowhere */
  names: ReadonlyMap<number, readonly [number, number] | null>;
  chips: ReadonlyMap<number, readonly [number, number] | null>;
  /** flags whose words have room: how far below the flag, in its own measure */
  flags: ReadonlyMap<number, number>;
  taken: ReadonlyMap<string, Box>;
  /** which of its places each was given: the next plan keeps to them */
  at: ReadonlyMap<string, number>;
}
export interface Scene {
  board: Board;
  chart: Chart;
  extra: Chart | null;
  pieces: readonly Piece[];
  /** where the units are drawn, y down */
  boxes: ReadonlyMap<number, Box>;
  marks: readonly Mark[];
  /** hundredths to a pixel, and the size of ordinary things */
  u: number;
  m: number;
  written: (piece: Piece) => Written;
  /** where everything was written last */
  before?: ReadonlyMap<string, number>;
}

const LINE = 14;
const FLAG_WORDS = [10.5, -31];

const centre = (b: Box): [number, number] => [(b.x0 + b.x1) / 2, (b.y0 + b.y1) / 2];

/** A box of that size about a unit: below and above it, beside it, then farther off. */
function about(b: Box, w: number, h: number, gap: number, up: boolean, W: number, H: number): Box[] {
  const [x, y] = centre(b);
  const [below, above] = [
    [b.y1 + gap + h / 2, b.y1 + gap + h * 1.6],
    [b.y0 - gap - h / 2, b.y0 - gap - h * 1.6, b.y0 - gap - h * 2.7],
  ];
  const beside: Box[] = [around(b.x1 + gap + w / 2, y, w, h), around(b.x0 - gap - w / 2, y, w, h)];
  const column = (ys: readonly number[]): Box[] => ys.map((at) => around(x, at, w, h));
  const far = [-1, 1].flatMap((way) => [...below, ...above].map((at) => around(x + way * w * 0.45, at, w, h)));
  const all = up ? [...column(above), ...column(below), ...beside, ...far] : [...column(below), ...column(above), ...beside, ...far];
  // What is written stays on the table.
  return all.map((one) => {
    const [ox, oy] = centre(one);
    return around(w < W ? clamp(ox, w / 2, W - w / 2) : W / 2, h < H ? clamp(oy, h / 2, H - h / 2) : H / 2, w, h);
  });
}

function nameSize(piece: Piece, loud: boolean, u: number): [number, number] {
  const long = piece.name.length * 7 + (loud && piece.face ? piece.face.name.length * 5.6 + 6 : 0);
  return [(long + 6) * u, LINE * u];
}

function chipSize(piece: Piece, say: Say, u: number): [number, number] | null {
  const rows = rowsOf(chipsOf(piece, say, u));
  if (!rows[0]!.length) return null;
  const k = say ? u : u * 0.64;
  return [Math.max(...rows.map(widthOf)) * k, (rows.length * ROW - 2) * k];
}

/** Letters as large as the place, within what can be read. */
function letters(l: Label, v: number): number {
  const room = (l.long * 0.82) / Math.max(1, l.text.length * 0.52);
  const want = l.look === 'water' ? Math.min(l.short * 0.46, 105) : l.look === 'road' ? Math.min(l.short * 0.34, 80) : 92;
  return clamp(Math.min(room, want), Math.min(11 * v, 150), 160);
}

const SPACING: Partial<Record<Label['look'], number>> = { water: 0.22, road: 0.1 };
export const spacing = (l: Label): number => SPACING[l.look] ?? 0.03;

interface Spot {
  x: number;
  y: number;
  angle: number;
  box: Box;
  hides: number;
}

/** How much of a line lies within a box of that size, turned about a middle. */
export function crossed(lines: readonly (readonly Point[])[], x: number, y: number, angle: number, w: number, h: number): number {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const [hw, hh] = [w / 2, h / 2];
  let sum = 0;
  for (const points of lines) {
    for (let i = 1; i < points.length; i++) {
      const [a, b] = [points[i - 1]!, points[i]!];
      const [ax, ay, bx, by] = [(a[0] - x) * cos + (a[1] - y) * sin, (a[1] - y) * cos - (a[0] - x) * sin, (b[0] - x) * cos + (b[1] - y) * sin, (b[1] - y) * cos - (b[0] - x) * sin];
      let [from, to] = [0, 1];
      for (const [start, end, half] of [[ax, bx, hw], [ay, by, hh]] as const) {
        const d = end - start;
        if (Math.abs(d) < 1e-9) {
          if (Math.abs(start) > half) to = -1;
          continue;
        }
        const [t0, t1] = [(-half - start) / d, (half - start) / d];
        from = Math.max(from, Math.min(t0, t1));
        to = Math.min(to, Math.max(t0, t1));
      }
      if (to > from) sum += (to - from) * Math.hypot(bx - ax, by - ay);
    }
  }
  return sum;
}

/** The spots for the name of a place: along it, then beside it; at last level, all round it and on it. */
function spots(l: Label, fs: number, chart: Chart): Spot[] {
  const [w, h] = [l.text.length * fs * (0.45 + spacing(l)), fs * 1.04];
  const slack = Math.max(fs, l.long - w) / 2;
  const strip = l.look === 'road' || l.look === 'water';
  const near = [0, fs * 1.2, -fs * 1.2, fs * 2.4, -fs * 2.4];
  const asides = /^(village|house|wood)$/.test(l.look) ? near : strip ? [0, l.short * 0.2, -l.short * 0.2, l.short * 0.5 + fs * 0.7, -l.short * 0.5 - fs * 0.7] : [0, fs * 1.2, -fs * 1.2, l.short * 0.5 + fs * 0.7, -l.short * 0.5 - fs * 0.7];
  const keep = (at: number, half: number, whole: number): number => (2 * half < whole ? clamp(at, half, whole - half) : whole / 2);
  const spot = (wantX: number, wantY: number, angle: number): Spot => {
    const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
    const [bw, bh] = [w * Math.abs(cos) + h * Math.abs(sin), w * Math.abs(sin) + h * Math.abs(cos)];
    const [x, y] = [keep(wantX, bw / 2, chart.width), keep(wantY, bh / 2, chart.height)];
    const box = around(x * chart.scale, y * chart.scale, bw * chart.scale, bh * chart.scale);
    return { x, y, angle, box, hides: crossed(chart.lines, x, y, angle, w, fs * 0.8) * fs * 0.5 * chart.scale ** 2 };
  };
  const [cos, sin] = [Math.cos((l.angle * Math.PI) / 180), Math.sin((l.angle * Math.PI) / 180)];
  const along = asides.flatMap((aside) => [0, 0.35, -0.35, 0.7, -0.7, 1, -1].map((part) => spot(l.x + part * slack * cos - aside * sin, l.y + part * slack * sin + aside * cos, l.angle)));
  return [...along, ...(l.box ? about4(l.box, w, h).map(([x, y]) => spot(x, y, 0)) : [])];
}

/** Middles for a level name of that size about a place: on it, above, below, beside. */
function about4(b: Box, w: number, h: number): [number, number][] {
  const [x, y, gap] = [(b.x0 + b.x1) / 2, (b.y0 + b.y1) / 2, h * 0.2];
  const high = [0.25, 0.5, 0.75].map((part) => b.y0 + part * (b.y1 - b.y0));
  return [
    ...high.map((at): [number, number] => [x, at]),
    ...[b.y1 + gap + h / 2, b.y0 - gap - h / 2].flatMap((at) => [x, b.x0 + w / 2, b.x1 - w / 2].map((across): [number, number] => [across, at])),
    ...[y, ...high].flatMap((at): [number, number][] => [[b.x1 + gap + w / 2, at], [b.x0 - gap - w / 2, at]]),
  ];
}

function flagBoxes(mark: Mark, H: number, k: number): Box[] {
  const w = (mark.words ?? '').length * 6 * k + 4 * k;
  return FLAG_WORDS.map((dy) => around(mark.at[0], H - mark.at[1] + dy * k, w, 13 * k));
}

/** Plan all that is written at one depth of zoom. */
export function plan(scene: Scene): Plan {
  const { board, chart, extra, pieces, boxes, marks, u, m, written } = scene;
  const [W, H, k] = [board.width, board.height, Math.max(u, m / 60)];
  const told = pieces.flatMap((piece) => {
    const box = boxes.get(piece.id);
    return box ? [{ piece, box, ...written(piece) }] : [];
  });
  const wishes: Wish[] = [];
  const chip = ({ piece, box, say }: (typeof told)[number]): void => {
    const size = chipSize(piece, say, u);
    if (size) wishes.push({ key: `c${piece.id}`, places: about(box, ...size, 3 * u, false, W, H) });
  };
  const name = ({ piece, box, loud }: (typeof told)[number]): void => {
    wishes.push({ key: `n${piece.id}`, places: about(box, ...nameSize(piece, loud, u), 3 * u, true, W, H) });
  };
  // Who is pointed at is read first; then states, names of units (leaders' give way), flags, places.
  told.filter((t) => t.loud).forEach((t) => {
    if (t.name) name(t);
    chip(t);
  });
  told.filter((t) => !t.loud).forEach(chip);
  told.filter((t) => !t.loud && t.name).sort((a, b) => Number(a.piece.leader ?? false) - Number(b.piece.leader ?? false)).forEach(name);
  marks.forEach((mark, i) => mark.words && wishes.push({ key: `f${i}`, places: flagBoxes(mark, H, k) }));
  const labels = [...chart.labels, ...(extra?.labels ?? [])].map((l) => ({ ...l, fs: letters(l, u / chart.scale) }));
  const ways = labels.map((l) => spots(l, l.fs, chart));
  labels.forEach((_, i) => wishes.push({ key: `p${i}`, places: ways[i]!.map((one) => one.box), hides: ways[i]!.map((one) => one.hides) }));

  const poles = marks.filter((mark) => mark.look !== 'spot').map((mark): Box => ({ x0: mark.at[0], y0: H - mark.at[1] - 25 * k, x1: mark.at[0] + 18 * k, y1: H - mark.at[1] }));
  const { at, taken } = layout(wishes, [...boxes.values(), ...poles], scene.before);
  const offset = (key: string, box: Box): readonly [number, number] | null => {
    const found = taken.get(key);
    if (!found) return null;
    const [[x, y], [cx, cy]] = [centre(found), centre(box)];
    return [x - cx, y - cy];
  };
  const placed = labels.map((l, i): [Placed, boolean] => {
    const spot = ways[i]![at.get(`p${i}`)!];
    return [spot ? { ...l, x: spot.x, y: spot.y, angle: spot.angle } : l, !!spot];
  });
  return {
    places: placed.filter(([, shown]) => shown).map(([l]) => l),
    dots: placed.filter(([, shown]) => !shown).map(([l]) => l),
    names: new Map(told.filter((t) => t.name).map((t) => [t.piece.id, offset(`n${t.piece.id}`, t.box)])),
    chips: new Map(told.map((t) => [t.piece.id, offset(`c${t.piece.id}`, t.box)])),
    flags: new Map(marks.flatMap((_, i): [number, number][] => ((at.get(`f${i}`) ?? -1) >= 0 ? [[i, FLAG_WORDS[at.get(`f${i}`)!]!]] : []))),
    taken,
    at,
  };
}
