/** A piece turned into ink, in its own measure: x to its right, y to its rear, its centre at the origin. */

import { bounds, circle, line, ring, rng, toLocal, type Box } from './geometry';
import { leader, marks, soldiers, troopers, type Cell } from './figures/men';
import { PLAIN, Pen, type Ink } from './figures/pen';
import { carriages, guns, wagons } from './figures/train';
import type { Livery, Piece, Point, Stand } from './wire';

export { seen, type Ink } from './figures/pen';

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

export interface Art {
  arm: Arm;
  /** the footprint's box in the piece's own measure */
  box: Box;
  /** outline of the footprint */
  outline: string;
  /** all stands as one path, with round corners and with corners cut off */
  stands: string;
  cut: string;
  /** the same, a little lower: its shadow */
  shade: string;
  /** blades and pebbles on the stands, for near views */
  flock: string;
  /** the stands themselves, and who is on each where that is told */
  ground: readonly (readonly Point[])[];
  who: readonly Stand[] | null;
  drawn: Map<string, Ink[]>;
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
  const key = `${piece.arm}|${piece.glyph}|${piece.leader}|${piece.figures}|${piece.full}|${piece.front}|${piece.stands?.join() ?? ''}|${bases.join(';')}|${foot.join()}`;
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
    cut: stands.map((poly) => (round(poly) || arm === 'leader' ? shape(poly) : chamfered(poly))).join(''),
    shade: stands.map((p) => shape(p.map(([x, y]): Point => [x + drop, y + drop * 1.2]))).join(''),
    flock: flock(stands),
    ground: stands,
    who,
    drawn: new Map(),
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
  return poly.every(([px, py]) => Math.abs(Math.hypot(px - x, py - y) - r) < r * 0.09) ? { x, y, r } : null;
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

/** A stand with its corners cut off: the other side's. */
function chamfered(poly: readonly Point[]): string {
  if (poly.length !== 4) return ring(poly);
  const b = bounds(poly);
  const g = 1.5;
  const r = Math.min(16, (b.x1 - b.x0) * 0.2, (b.y1 - b.y0) * 0.3);
  const [x0, y0, x1, y1] = [b.x0 + g, b.y0 + g, b.x1 - g, b.y1 - g];
  return `M${x0 + r} ${y0}H${x1 - r}L${x1} ${y0 + r}V${y1 - r}L${x1 - r} ${y1}H${x0 + r}L${x0} ${y1 - r}V${y0 + r}Z`;
}

/** A stand with its corners taken off. */
function rounded(poly: Point[]): string {
  if (poly.length !== 4) return ring(poly);
  const b = bounds(poly);
  const g = 1.5;
  const r = Math.min(8, (b.x1 - b.x0) * 0.12);
  const [x0, y0, x1, y1] = [b.x0 + g, b.y0 + g, b.x1 - g, b.y1 - g];
  return `M${x0 + r} ${y0}H${x1 - r}Q${x1} ${y0} ${x1} ${y0 + r}V${y1 - r}Q${x1} ${y1} ${x1 - r} ${y1}H${x0 + r}Q${x0} ${y1} ${x0} ${y1 - r}V${y0 + r}Q${x0} ${y0} ${x0 + r} ${y0}Z`;
}

/** Where the figures stand: on their bases in order, the last base perhaps short; or spread over the footprint. */
export function places(stands: readonly (readonly Point[])[], count: number, arm: Arm): Cell[] {
  const each = Math.max(1, Math.ceil(count / stands.length));
  const found: Cell[] = [];
  let left = count;
  for (const stand of stands) {
    const b = bounds(stand);
    const [w, h] = [b.x1 - b.x0, b.y1 - b.y0];
    const sized = (cols: number): number => {
      const rows = Math.ceil(each / cols);
      return arm === 'horse' ? Math.min((w / cols) * 1.6, (h / rows) * 0.56) : Math.min((w / cols) * 1.24, (h / rows) * 0.78);
    };
    // As many abreast as make them largest.
    let cols = 1;
    for (let more = 2; more <= each; more++) if (sized(more) > sized(cols) + 1e-6) cols = more;
    const [rows, size] = [Math.ceil(each / cols), sized(cols)];
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

/** The figures of a piece, back to front, in what they wear; remembered like its stands. */
export function figures(piece: Piece, wear: Livery | undefined = undefined): Ink[] {
  const a = art(piece);
  const key = `${wear?.head}|${wear?.weapon}|${wear?.shield?.length}|${wear?.pack}|${wear?.belts}|${!!wear?.plume}|${!!wear?.plate}`;
  let found = a.drawn.get(key);
  if (!found) a.drawn.set(key, (found = ink(a, piece, wear ?? PLAIN)));
  return found;
}

function ink(a: Art, piece: Piece, wear: Livery): Ink[] {
  const pen = new Pen();
  const { arm, box, ground: stands, who } = a;
  if (who) singles(pen, stands, who, mounted(piece), wear);
  else if (arm === 'leader') leader(pen, (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2, Math.min(box.x1 - box.x0, box.y1 - box.y0), wear);
  else if (arm === 'gun') guns(pen, stands, piece, wear);
  else {
    const cells = places(stands, Math.max(piece.figures ?? 0, 1), arm);
    (arm === 'horse' ? troopers : soldiers)(pen, cells, wear);
  }
  return pen.inks();
}

/** Every figure on a base of its own, and what it is: a gun stands among its crew, not one on every base. */
function singles(pen: Pen, stands: readonly (readonly Point[])[], who: readonly Stand[], horse: boolean, wear: Livery): void {
  const of = (kind: Stand): (readonly Point[])[] => stands.filter((_, i) => who[i] === kind);
  const men = stands.flatMap((stand, i) => (who[i] === 'gun' || who[i] === 'wagon' ? [] : [{ ...cellOf(stand, horse), who: who[i]! }]));
  wagons(pen, of('wagon'));
  carriages(pen, of('gun'));
  const carries = men.filter((one) => one.who === 'man' || one.who === 'escort');
  const others = men.filter((one) => one.who !== 'man' && one.who !== 'escort');
  const draw = horse ? troopers : soldiers;
  if (carries.length) draw(pen, carries, of('gun').length ? { ...wear, weapon: 'none' } : wear);
  if (others.length) draw(pen, others, { ...wear, weapon: 'none', shield: [] });
  marks(pen, men);
}

/** The staff's sign of an arm, in a box from (-15,-10) to (15,10). */
export const SIGNS: Record<Arm, { stroke: string; fill: string }> = {
  foot: { stroke: 'M-15-10L15 10M15-10L-15 10', fill: '' },
  horse: { stroke: 'M15-10L-15 10', fill: '' },
  gun: { stroke: '', fill: circle(0, 0, 4.6) },
  leader: { stroke: '', fill: 'M0-8L2.2-2.6L8-2.6L3.4 1L5 6.6L0 3.2L-5 6.6L-3.4 1L-8-2.6L-2.2-2.6Z' },
  other: { stroke: 'M-15 0H15', fill: '' },
};
