/** A piece turned into ink, in its own measure: x to its right, y to its rear, its centre at the origin. */

import { bounds, circle, line, ring, rng, toLocal, type Box } from './geometry';
import type { Piece, Point, Stand } from './wire';

export type Arm = 'foot' | 'horse' | 'gun' | 'leader' | 'other';

/** Which way to draw a piece. A word of the book's decides, else its letter. */
export function armOf(piece: Pick<Piece, 'arm' | 'glyph' | 'leader'>): Arm {
  if (piece.leader) return 'leader';
  const word = piece.arm.toLowerCase();
  if (/gun|artiller|batter|cannon|howitz|mortar|rocket|limber/.test(word)) return 'gun';
  if (/horse|caval|lancer|dragoon|hussar|cuirass|mounted|camel|cossack|uhlan/.test(word)) return 'horse';
  if (/foot|infant|line|rifle|jäger|jager|guard|militia|skirm|musket|grenad|tribal|engineer|crew/.test(word)) return 'foot';
  const letter = piece.glyph.toUpperCase();
  return letter === 'A' ? 'gun' : letter === 'H' || letter === 'C' ? 'horse' : letter === '*' ? 'leader' : letter === 'F' || letter === 'I' ? 'foot' : 'other';
}

const n = (v: number): string => String(Math.round(v * 10) / 10);

export interface Ink {
  cls: string;
  d: string;
}

export interface Art {
  arm: Arm;
  /** the footprint's box in the piece's own measure */
  box: Box;
  /** outline of the footprint */
  outline: string;
  /** all stands as one path */
  stands: string;
  /** the same, a little lower: its shadow */
  shade: string;
  /** blades and pebbles on the stands, for near views */
  flock: string;
  /** figures, back to front */
  figures: Ink[];
  /** the front edge, heavy, and the arrow before it */
  front: string;
  arrow: string;
  /** the middle of each stand, and how far it reaches */
  middles: { x: number; y: number; r: number }[];
  /** the sign of the arm for when figures would be too small, in a box of 3 by 2 */
  size: number;
  /** where a leader himself stands, and how wide: his flag goes there */
  chief: { x: number; y: number; r: number };
}

const kept = new Map<string, Art>();

/** The drawing of a piece; remembered for as long as nothing about it changes but its place. */
export function art(piece: Piece): Art {
  const bases = (piece.bases ?? []).map((b) => toLocal(b, piece.pose));
  const foot = toLocal(piece.footprint, piece.pose);
  const key = `${piece.arm}|${piece.glyph}|${piece.leader}|${piece.side % 2}|${piece.figures}|${piece.full}|${piece.front}|${piece.stands?.join() ?? ''}|${bases.join(';')}|${foot.join()}`;
  let found = kept.get(key);
  if (!found) {
    if (kept.size > 3000) kept.clear();
    found = make(piece, bases, foot);
    kept.set(key, found);
  }
  return found;
}

function make(piece: Piece, bases: Point[][], foot: Point[]): Art {
  const arm = armOf(piece);
  if (!foot.length && bases.length) foot = corners(bounds(bases.flat()));
  if (!foot.length) foot = corners({ x0: -50, y0: -50, x1: 50, y1: 50 });
  const box = bounds(foot);
  const stands = bases.length ? bases : [foot];
  const who = bases.length && piece.stands?.length === bases.length ? piece.stands : null;
  const cells = places(stands, Math.max(piece.figures ?? 0, 1), arm);
  const side = piece.side % 2;
  const figures = who
    ? singles(stands, who, mounted(piece), side)
    : arm === 'leader' ? leader(box, side) : arm === 'gun' ? guns(stands, piece, side) : arm === 'horse' ? troopers(cells, side) : soldiers(cells, side);
  const cell = who ? cellOf(stands[0]!, mounted(piece)).size : (cells[0]?.size ?? 50);
  const chief = bounds(stands[Math.max(0, who?.indexOf('officer') ?? 0)]!);
  const drop = Math.min(9, Math.max(3, (box.y1 - box.y0) * 0.05));
  const shape = (poly: Point[]): string => {
    const disc = round(poly);
    if (disc) return circle(disc.x, disc.y, disc.r * 0.98);
    return arm === 'leader' ? circle((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2, (box.x1 - box.x0) * 0.46) : rounded(poly);
  };
  return {
    arm,
    box,
    outline: arm === 'leader' && !who ? shape(foot) : ring(foot),
    stands: stands.map(shape).join(''),
    shade: stands.map((p) => shape(p.map(([x, y]): Point => [x + drop, y + drop * 1.2]))).join(''),
    flock: flock(stands),
    figures,
    front: piece.front === false || arm === 'leader' ? '' : line([[box.x0 + 2, box.y0 + 2], [box.x1 - 2, box.y0 + 2]]),
    arrow: piece.front === false || arm === 'leader' ? '' : arrowHead((box.x0 + box.x1) / 2, box.y0 - 3, Math.min(26, Math.max(14, (box.x1 - box.x0) * 0.12))),
    middles: stands.map((stand) => {
      const b = bounds(stand);
      return { x: (b.x0 + b.x1) / 2, y: (b.y0 + b.y1) / 2, r: (b.x1 - b.x0) / 2 };
    }),
    size: cell,
    chief: { x: (chief.x0 + chief.x1) / 2, y: (chief.y0 + chief.y1) / 2, r: Math.max(chief.x1 - chief.x0, chief.y1 - chief.y0) / 2 },
  };
}

const mounted = (piece: Piece): boolean => armOf({ ...piece, leader: false }) === 'horse';

/** A base with many corners, all as far from its middle: it is round. */
function round(poly: readonly Point[]): { x: number; y: number; r: number } | null {
  if (poly.length < 8) return null;
  const b = bounds(poly);
  const [x, y, r] = [(b.x0 + b.x1) / 2, (b.y0 + b.y1) / 2, (b.x1 - b.x0) / 2];
  return poly.every(([px, py]) => Math.abs(Math.hypot(px - x, py - y) - r) < r * 0.06) ? { x, y, r } : null;
}

function flock(stands: readonly (readonly Point[])[]): string {
  let d = '';
  stands.forEach((stand, i) => {
    const b = bounds(stand);
    const random = rng(i * 31 + 5);
    const k = Math.min(24, Math.round(((b.x1 - b.x0) * (b.y1 - b.y0)) / 700));
    for (let j = 0; j < k; j++) {
      const [x, y] = [b.x0 + (0.08 + random() * 0.84) * (b.x1 - b.x0), b.y0 + (0.08 + random() * 0.84) * (b.y1 - b.y0)];
      d += `M${n(x)} ${n(y)}l${n((random() - 0.5) * 7)} ${n(-2 - random() * 6)}`;
    }
  });
  return d;
}

const corners = (b: Box): Point[] => [
  [b.x0, b.y0],
  [b.x1, b.y0],
  [b.x1, b.y1],
  [b.x0, b.y1],
];

const arrowHead = (x: number, y: number, r: number): string => ring([[x, y - r], [x + r * 0.95, y], [x - r * 0.95, y]]);

/** A stand with its corners taken off. */
function rounded(poly: Point[]): string {
  if (poly.length !== 4) return ring(poly);
  const b = bounds(poly);
  const g = 1.5;
  const r = Math.min(8, (b.x1 - b.x0) * 0.12);
  const [x0, y0, x1, y1] = [b.x0 + g, b.y0 + g, b.x1 - g, b.y1 - g];
  return `M${x0 + r} ${y0}H${x1 - r}Q${x1} ${y0} ${x1} ${y0 + r}V${y1 - r}Q${x1} ${y1} ${x1 - r} ${y1}H${x0 + r}Q${x0} ${y1} ${x0} ${y1 - r}V${y0 + r}Q${x0} ${y0} ${x0 + r} ${y0}Z`;
}

export interface Cell {
  x: number;
  y: number;
  size: number;
  /** false: somebody stood here and has fallen */
  filled: boolean;
}

/** Where the figures stand: on their bases in order, the last base perhaps short; or spread over the footprint. */
export function places(stands: readonly (readonly Point[])[], count: number, arm: Arm): Cell[] {
  const each = Math.max(1, Math.ceil(count / stands.length));
  const found: Cell[] = [];
  let left = count;
  for (const stand of stands) {
    const b = bounds(stand);
    const [w, h] = [b.x1 - b.x0, b.y1 - b.y0];
    const slim = arm === 'horse' ? 2 : 1;
    const cols = Math.max(1, Math.min(each, Math.ceil(Math.sqrt((each * w * slim) / Math.max(1, h)) - 0.05)));
    const rows = Math.ceil(each / cols);
    const size = arm === 'horse' ? Math.min((w / cols) * 1.6, (h / rows) * 0.56) : Math.min((w / cols) * 1.24, (h / rows) * 0.78);
    for (let k = 0; k < each; k++) {
      const [r, c] = [Math.floor(k / cols), k % cols];
      const inRow = Math.min(cols, each - r * cols);
      found.push({
        x: (b.x0 + b.x1) / 2 + (c - (inRow - 1) / 2) * (w / Math.max(inRow, cols)),
        y: b.y0 + ((r + 0.5) * h) / rows,
        size,
        filled: left > 0,
      });
      left--;
    }
  }
  return found;
}

/** The one figure of a base. */
function cellOf(stand: readonly Point[], horse: boolean): Cell {
  return places([stand], 1, horse ? 'horse' : 'foot')[0]!;
}

/** Every figure on a base of its own, and what it is: a gun stands among its crew, not one on every base. */
function singles(stands: readonly (readonly Point[])[], who: readonly Stand[], horse: boolean, side: number): Ink[] {
  const of = (...kinds: Stand[]): (readonly Point[])[] => stands.filter((_, i) => kinds.includes(who[i]!));
  const men = stands.flatMap((stand, i) => (who[i] === 'gun' || who[i] === 'wagon' ? [] : [{ ...cellOf(stand, horse), who: who[i]! }]));
  return [...wagons(of('wagon')), ...carriages(of('gun')), ...(men.length ? (horse ? troopers(men, side) : soldiers(men, side)) : []), ...marks(men)];
}

/** What tells the few from the many: a sword, a colour, a drum, a half-pike. */
function marks(men: readonly (Cell & { who: Stand })[]): Ink[] {
  let [steel, pole, colour, drum, gold] = ['', '', '', '', ''];
  for (const { x, y, size: s, who } of men) {
    const p = (dx: number, dy: number): string => `${n(x + dx * s)} ${n(y + dy * s)}`;
    if (who === 'officer') {
      steel += `M${p(0.28, 0.02)}L${p(0.4, -0.62)}M${p(0.2, -0.1)}L${p(0.38, -0.06)}`;
      gold += circle(x - s * 0.3, y + s * 0.1, s * 0.09) + circle(x + s * 0.3, y + s * 0.1, s * 0.09);
    } else if (who === 'flag') {
      pole += `M${p(-0.3, 0.3)}L${p(-0.34, -0.66)}`;
      colour += `M${p(-0.34, -0.66)}C${p(-0.1, -0.8)} ${p(0.1, -0.5)} ${p(0.42, -0.62)}L${p(0.42, -0.2)}C${p(0.1, -0.08)} ${p(-0.1, -0.38)} ${p(-0.32, -0.24)}Z`;
    } else if (who === 'musician') drum += circle(x - s * 0.04, y - s * 0.36, s * 0.19);
    else if (who === 'guide') pole += `M${p(-0.34, 0.34)}L${p(-0.34, -0.6)}M${p(-0.44, -0.44)}L${p(-0.24, -0.44)}`;
  }
  return [
    { cls: 'lace', d: gold },
    { cls: 'steel', d: steel },
    { cls: 'pole', d: pole },
    { cls: 'colour', d: colour },
    { cls: 'drum', d: drum },
  ].filter((ink) => ink.d);
}

/** Carts under canvas, their team before them. */
function wagons(stands: readonly (readonly Point[])[]): Ink[] {
  let [team, body, hoops] = ['', '', ''];
  for (const stand of stands) {
    const b = bounds(stand);
    const s = Math.min(b.x1 - b.x0, b.y1 - b.y0);
    const [x, y] = [(b.x0 + b.x1) / 2, (b.y0 + b.y1) / 2];
    team += horse(x - s * 0.1, y - s * 0.26, s * 0.26) + horse(x + s * 0.1, y - s * 0.26, s * 0.26);
    body += `M${n(x - s * 0.2)} ${n(y - s * 0.06)}h${n(s * 0.4)}v${n(s * 0.5)}h${n(-s * 0.4)}Z`;
    for (const k of [0.06, 0.19, 0.32]) hoops += `M${n(x - s * 0.2)} ${n(y + k * s)}h${n(s * 0.4)}`;
  }
  return [
    { cls: 'mount team', d: team },
    { cls: 'canvas', d: body },
    { cls: 'hoops', d: hoops },
  ].filter((ink) => ink.d);
}

/** A man seen from above, knapsack, shoulders, arms, musket and hat; side 1 wears a pointed hat so that shape tells as well as colour. */
function soldiers(cells: readonly Cell[], side: number): Ink[] {
  let [pack, coat, sleeve, hat, top, arms, gone] = ['', '', '', '', '', '', ''];
  const shake = rng(cells.length * 7 + side + 1);
  for (const c of cells) {
    const s = c.size;
    const x = c.x + (shake() - 0.5) * s * 0.05;
    const y = c.y + s * 0.1 + (shake() - 0.5) * s * 0.07;
    if (!c.filled) {
      gone += circle(x, y - s * 0.06, s * 0.2);
      continue;
    }
    const [w, d] = [s * 0.35, s * 0.17];
    pack += `M${n(x - s * 0.19)} ${n(y + s * 0.06)}h${n(s * 0.38)}l${n(-s * 0.03)} ${n(s * 0.24)}h${n(-s * 0.32)}Z`;
    coat += oval(x, y, w, d);
    arms += `M${n(x + s * 0.3)} ${n(y + s * 0.14)}L${n(x + s * 0.1)} ${n(y - s * 0.64)}`;
    sleeve += `M${n(x - w * 0.84)} ${n(y - d * 0.3)}L${n(x + s * 0.15)} ${n(y - s * 0.36)}M${n(x + w * 0.86)} ${n(y - d * 0.4)}L${n(x + s * 0.24)} ${n(y - s * 0.1)}`;
    hat += head(x, y - s * 0.01, s * 0.17, side);
    top += head(x, y - s * 0.01, s * 0.075, side);
  }
  return [
    { cls: 'gone', d: gone },
    { cls: 'pack', d: pack },
    { cls: 'arms', d: arms },
    { cls: 'sleeve', d: sleeve },
    { cls: 'coat', d: coat },
    { cls: 'hat', d: hat },
    { cls: 'top', d: top },
  ];
}

/** Shoulders. */
const oval = (x: number, y: number, w: number, d: number): string =>
  `M${n(x - w)} ${n(y)}c0 ${n(-d * 1.5)} ${n(2 * w)} ${n(-d * 1.5)} ${n(2 * w)} 0c0 ${n(d * 1.5)} ${n(-2 * w)} ${n(d * 1.5)} ${n(-2 * w)} 0Z`;

function head(x: number, y: number, r: number, side: number): string {
  return side ? ring([[x, y - r * 1.3], [x + r * 1.25, y], [x, y + r * 1.3], [x - r * 1.25, y]]) : circle(x, y, r);
}

/** A horse seen from above: barrel, neck, head, tail. */
function horse(x: number, y: number, s: number): string {
  const p = (dx: number, dy: number): string => `${n(x + dx * s)} ${n(y + dy * s)}`;
  return (
    `M${p(0, -0.74)}C${p(0.08, -0.76)} ${p(0.1, -0.62)} ${p(0.09, -0.5)}` +
    `C${p(0.1, -0.4)} ${p(0.2, -0.36)} ${p(0.21, -0.18)}C${p(0.2, 0)} ${p(0.2, 0.12)} ${p(0.22, 0.26)}C${p(0.24, 0.44)} ${p(0.1, 0.5)} ${p(0.03, 0.5)}` +
    `L${p(0.05, 0.74)}L${p(-0.04, 0.72)}L${p(-0.03, 0.5)}` +
    `C${p(-0.1, 0.5)} ${p(-0.24, 0.44)} ${p(-0.22, 0.26)}C${p(-0.2, 0.12)} ${p(-0.2, 0)} ${p(-0.21, -0.18)}C${p(-0.2, -0.36)} ${p(-0.1, -0.4)} ${p(-0.09, -0.5)}C${p(-0.1, -0.62)} ${p(-0.08, -0.76)} ${p(0, -0.74)}Z`
  );
}

function troopers(cells: readonly Cell[], side: number): Ink[] {
  let [mounts, coat, hat, top, arms, gone, mane] = ['', '', '', '', '', '', ''];
  const shake = rng(cells.length * 13 + side + 1);
  for (const c of cells) {
    const s = c.size;
    const x = c.x;
    const y = c.y + (shake() - 0.5) * s * 0.1;
    if (!c.filled) {
      gone += circle(x, y, s * 0.22);
      continue;
    }
    mounts += horse(x, y, s);
    mane += `M${n(x)} ${n(y - s * 0.62)}V${n(y - s * 0.3)}`;
    const [w, d] = [s * 0.26, s * 0.13];
    const yr = y + s * 0.06;
    coat += oval(x, yr, w, d);
    arms += `M${n(x + w * 0.9)} ${n(yr + s * 0.1)}L${n(x + w * 1.06)} ${n(yr - s * 0.62)}`;
    hat += head(x, yr, s * 0.125, side);
    top += head(x, yr, s * 0.055, side);
  }
  return [
    { cls: 'gone', d: gone },
    { cls: 'mount', d: mounts },
    { cls: 'arms mane', d: mane },
    { cls: 'arms', d: arms },
    { cls: 'coat', d: coat },
    { cls: 'hat', d: hat },
    { cls: 'top', d: top },
  ];
}

/** Gun carriages, one to a stand; on a long stand the team that draws it. */
function carriages(stands: readonly (readonly Point[])[]): Ink[] {
  let [wood, iron, barrel, team] = ['', '', '', ''];
  for (const stand of stands) {
    if (isLimber(stand)) {
      const b = bounds(stand);
      const [w, h] = [b.x1 - b.x0, b.y1 - b.y0];
      const x = (b.x0 + b.x1) / 2;
      for (const [dx, at] of [[-0.2, 0.2], [0.2, 0.2], [-0.2, 0.52], [0.2, 0.52]] as const) team += horse(x + dx * w, b.y0 + at * h, w * 0.5);
      const [axle, k] = [b.y0 + h * 0.84, w / 200];
      wood += `M${n(x - 28 * k)} ${n(axle - 16 * k)}h${n(56 * k)}v${n(32 * k)}h${n(-56 * k)}Z`;
      wood += `M${n(x - 4 * k)} ${n(axle - 120 * k)}h${n(8 * k)}v${n(106 * k)}h${n(-8 * k)}Z`;
      for (const way of [-1, 1]) iron += `M${n(x + way * 44 * k - 5 * k)} ${n(axle - 34 * k)}h${n(10 * k)}v${n(68 * k)}h${n(-10 * k)}Z`;
      continue;
    }
    const { x, y, k } = gunAt(stand);
    // trail, cheeks, axle
    wood += `M${n(x - 9 * k)} ${n(y - 18 * k)}L${n(x - 5 * k)} ${n(y + 74 * k)}H${n(x + 5 * k)}L${n(x + 9 * k)} ${n(y - 18 * k)}Z`;
    wood += `M${n(x - 36 * k)} ${n(y - 5 * k)}h${n(72 * k)}v${n(8 * k)}h${n(-72 * k)}Z`;
    for (const way of [-1, 1]) iron += `M${n(x + way * 38 * k - 5 * k)} ${n(y - 36 * k)}h${n(10 * k)}v${n(70 * k)}h${n(-10 * k)}Z`;
    barrel += `M${n(x - 9.5 * k)} ${n(y + 26 * k)}L${n(x - 7 * k)} ${n(y - 72 * k)}h${n(-1.5 * k)}v${n(-6 * k)}h${n(17 * k)}v${n(6 * k)}h${n(-1.5 * k)}L${n(x + 9.5 * k)} ${n(y + 26 * k)}c${n(-4 * k)} ${n(9 * k)} ${n(-15 * k)} ${n(9 * k)} ${n(-19 * k)} 0Z`;
  }
  return [
    { cls: 'mount team', d: team },
    { cls: 'wood', d: wood },
    { cls: 'iron', d: iron },
    { cls: 'brass', d: barrel },
  ].filter((ink) => ink.d);
}

/** A stand much longer than wide carries the team that draws the gun. */
function isLimber(stand: readonly Point[]): boolean {
  const b = bounds(stand);
  return b.y1 - b.y0 > 1.6 * (b.x1 - b.x0);
}

function gunAt(stand: readonly Point[]): { x: number; y: number; k: number } {
  const b = bounds(stand);
  const [w, h] = [b.x1 - b.x0, b.y1 - b.y0];
  return { x: (b.x0 + b.x1) / 2, y: b.y0 + h * 0.46, k: Math.min(w, h) / 200 };
}

/** Guns with their crews about them, on one stand. */
function guns(stands: readonly (readonly Point[])[], piece: Piece, side: number): Ink[] {
  const crew: Cell[] = [];
  const manned = stands.filter((stand) => !isLimber(stand));
  // Where the book counts no men, four serve the gun.
  const men = piece.full ? Math.max(0, (piece.figures ?? 0) / Math.max(1, manned.length)) : 4;
  const full = piece.full ? Math.max(men, piece.full / Math.max(1, manned.length)) : 4;
  const spots: Point[] = [
    [-64, -36],
    [64, -36],
    [-62, 34],
    [62, 34],
    [-32, 78],
    [32, 78],
    [-78, 74],
    [78, 74],
  ];
  for (const stand of manned) {
    const { x, y, k } = gunAt(stand);
    for (let i = 0; i < Math.min(full, spots.length); i++) {
      crew.push({ x: x + spots[i]![0] * k, y: y + spots[i]![1] * k, size: 62 * k, filled: i < men });
    }
  }
  return [...carriages(stands), ...soldiers(crew, side)];
}

function leader(b: Box, side: number): Ink[] {
  const s = Math.min(b.x1 - b.x0, b.y1 - b.y0);
  const [x, y] = [(b.x0 + b.x1) / 2, (b.y0 + b.y1) / 2];
  const [w, d] = [s * 0.2, s * 0.1];
  return [
    { cls: 'mount', d: horse(x - s * 0.04, y + s * 0.02, s * 0.56) },
    { cls: 'coat', d: `M${n(x - s * 0.04 - w)} ${n(y + s * 0.04)}c0 ${n(-d * 1.5)} ${n(2 * w)} ${n(-d * 1.5)} ${n(2 * w)} 0c0 ${n(d * 1.5)} ${n(-2 * w)} ${n(d * 1.5)} ${n(-2 * w)} 0Z` },
    { cls: 'hat', d: head(x - s * 0.04, y + s * 0.04, s * 0.1, side) },
  ];
}

/** The staff's sign of an arm, in a box from (-15,-10) to (15,10). */
export const SIGNS: Record<Arm, { stroke: string; fill: string }> = {
  foot: { stroke: 'M-15-10L15 10M15-10L-15 10', fill: '' },
  horse: { stroke: 'M15-10L-15 10', fill: '' },
  gun: { stroke: '', fill: circle(0, 0, 4.6) },
  leader: { stroke: '', fill: 'M0-8L2.2-2.6L8-2.6L3.4 1L5 6.6L0 3.2L-5 6.6L-3.4 1L-8-2.6L-2.2-2.6Z' },
  other: { stroke: 'M-15 0H15', fill: '' },
};
