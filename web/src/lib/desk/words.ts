// Places, lengths and nouns in words: for the lists, for the text twin of the board, for the ear.

import type { Area, Board, Leg, Marginal, Noun, Piece, Point, Row, Tag, Verdict, View } from '../types';
import { hexes } from '../field';
import { T } from './strings';

// ---------------------------------------------------------------- lengths and angles

const SIGNS: Record<string, string> = { inch: '″', inches: '″', cm: ' cm', centimetre: ' cm', pace: ' paces', paces: ' paces' };

/** A length in hundredths of the book's unit. */
export function length(hundredths: number, unit: string): string {
  const value = Math.round(hundredths / 10) / 10;
  return `${Number.isInteger(value) ? value : value.toFixed(1)}${SIGNS[unit] ?? ` ${value === 1 ? unit : plural(unit)}`}`;
}

/** The same to be read out: "6.5 inches". */
export function spokenLength(hundredths: number, unit: string): string {
  const value = Math.round(hundredths / 10) / 10;
  return `${Number.isInteger(value) ? value : value.toFixed(1)} ${value === 1 ? unit : plural(unit)}`;
}

function plural(unit: string): string {
  if (unit === 'inch') return 'inches';
  if (unit === 'hex') return 'hexes';
  return unit === 'cm' || unit.endsWith('s') ? unit : unit + 's';
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const COMPASS = T.compass;

/** Tenths of a degree clockwise from north, as one of sixteen points. */
export function compass(tenths: number): string {
  return COMPASS[Math.round((((tenths % 3600) + 3600) % 3600) / 225) % 16]!;
}

export function bearing(from: readonly number[], to: readonly number[]): number {
  const angle = Math.atan2(to[0]! - from[0]!, to[1]! - from[1]!);
  return Math.round(((angle * 1800) / Math.PI + 3600) % 3600);
}

/** How something lies from a unit's own front: ahead, to the right, behind… */
export function relative(piece: Piece, to: Point | number[]): string {
  const turn = (bearing(piece.pose, to) - piece.pose[2] + 7200) % 3600;
  return T.relative[Math.round(turn / 450) % 8]!;
}

// ---------------------------------------------------------------- distances

function segmentDistance(p: Point, a: Point, b: Point): number {
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  const span = dx * dx + dy * dy;
  const t = span === 0 ? 0 : Math.max(0, Math.min(1, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / span));
  return Math.hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy);
}

export function inside(p: Point, poly: readonly Point[]): boolean {
  let odd = false;
  for (let i = 0, j = poly.length - 1; i < poly.length; j = i++) {
    const a = poly[i]!;
    const b = poly[j]!;
    if (a[1] > p[1] !== b[1] > p[1] && p[0] < ((b[0] - a[0]) * (p[1] - a[1])) / (b[1] - a[1]) + a[0]) odd = !odd;
  }
  return odd;
}

/** The gap between two outlines, edge to edge; 0 if they touch or overlap. */
export function gap(one: readonly Point[], other: readonly Point[]): number {
  if (one.length === 0 || other.length === 0) return NaN;
  if (one.some((p) => inside(p, other)) || other.some((p) => inside(p, one))) return 0;
  let least = Infinity;
  for (let i = 0; i < one.length; i++) {
    const a = one[i]!;
    const b = one[(i + 1) % one.length]!;
    for (let j = 0; j < other.length; j++) {
      const c = other[j]!;
      const d = other[(j + 1) % other.length]!;
      least = Math.min(least, segmentDistance(a, c, d), segmentDistance(c, a, b));
    }
  }
  return least;
}

function outline(piece: Piece): readonly Point[] {
  return piece.footprint.length > 0 ? piece.footprint : [[piece.pose[0], piece.pose[1]]];
}

/** How far apart two pieces are: on a table between their edges, on a hex map by hexes from middle to middle. */
export function apart(one: Piece, other: Piece, board?: Pick<Board, 'kind'>): number {
  return board?.kind === 'hex' ? 100 * hexes(one.pose, other.pose) : gap(outline(one), outline(other));
}

export function onTable(piece: Piece): boolean {
  return (piece.status ?? 'on table') === 'on table';
}

export interface Near {
  piece: Piece;
  distance: number;
  bearing: number;
}

/** The nearest pieces that fit, nearest first. */
export function nearest(piece: Piece, pieces: readonly Piece[], fits: (other: Piece) => boolean, most = 3, board?: Pick<Board, 'kind'>): Near[] {
  if (!onTable(piece)) return [];
  return pieces
    .filter((other) => other.id !== piece.id && onTable(other) && fits(other))
    .map((other) => ({ piece: other, distance: apart(piece, other, board), bearing: bearing(piece.pose, other.pose) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, most);
}

// ---------------------------------------------------------------- places

/** Which ninth of the table. */
export function region(p: Point | number[], board: Board): string {
  const column = Math.min(2, Math.max(0, Math.floor((p[0]! / board.width) * 3)));
  const row = Math.min(2, Math.max(0, Math.floor((p[1]! / board.height) * 3)));
  return T.regions[row]![column]!;
}

/** Named ground a point stands on, the most particular first. */
export function ground(p: Point, board: Board): Area[] {
  return (board.areas ?? []).filter((area) => area.look !== 'zone' && area.look !== 'open' && inside(p, area.poly)).reverse();
}

export function place(piece: Piece, board: Board): string {
  if (!onTable(piece)) return piece.status ?? '';
  const at: Point = [piece.pose[0], piece.pose[1]];
  const on = ground(at, board).map((area) => area.label || area.kind);
  return on.length > 0 ? T.placeOn(region(at, board), on.slice(0, 2).join(', ')) : region(at, board);
}

export function coordinates(p: Point | number[], board: Board): string {
  return `${Math.round(p[0]! / 100)}·${Math.round(p[1]! / 100)}${SIGNS[board.unit] ?? ''}`;
}

// ---------------------------------------------------------------- nouns

export function pieceOf(view: View, id: unknown): Piece | null {
  return typeof id === 'number' ? (view.pieces.find((piece) => piece.id === id) ?? null) : null;
}

export function nameOf(view: View, id: Noun | undefined): string {
  if (id === null || id === undefined) return '';
  const piece = pieceOf(view, id);
  if (piece) return piece.name;
  if (Array.isArray(id)) return id.map((part) => nameOf(view, part)).join(' → ');
  return typeof id === 'string' ? id.replace(/_/g, ' ') : String(id);
}

const TURNING = /turn|wheel|face|rotate/;

export function sayLeg(leg: Leg, unit: string): string {
  const [kind, ...amounts] = leg;
  const amount = amounts[0];
  const side = typeof amount === 'number' ? (amount < 0 ? T.left : T.right) : '';
  const degrees = typeof amount === 'number' ? `${Math.abs(amount) / 10}°` : '';
  if (kind === 'wheel' && degrees) return T.legs.wheel(side, degrees);
  if (kind === 'turn' && typeof amount === 'number') return Math.abs(amount) === 1800 ? T.legs.about : T.legs.turn(side, degrees);
  if (kind === 'side' && typeof amount === 'number') return T.legs.step(side, length(Math.abs(amount), unit));
  if (kind === 'leave') return T.legs.leave;
  if (kind === 'about') return T.legs.about;
  if (kind === 'back' && typeof amount === 'number') return T.legs.back(length(amount, unit));
  if (kind === 'face' && typeof amount === 'number') return T.legs.face(compass(amount));
  if (kind === 'order' && typeof amount === 'string') return T.legs.form(amount.replace(/_/g, ' '));
  if (kind === 'glide' && typeof amount === 'number' && typeof amounts[1] === 'number') {
    const [east, north] = [amount, amounts[1]];
    return T.legs.go(length(Math.hypot(east, north), unit), compass(bearing([0, 0], [east, north])));
  }
  const rest = amounts.map((part) =>
    typeof part === 'number' ? (TURNING.test(kind) ? `${part / 10}°` : length(part, unit)) : part.replace(/_/g, ' '),
  );
  return [kind.replace(/_/g, ' '), ...rest].join(' ');
}

export function sayLegs(legs: readonly Leg[], unit: string): string {
  return legs.length === 0 ? T.legs.stay : legs.map((leg) => sayLeg(leg, unit)).join(', ');
}

/** Legs that say by themselves what they are; of others only the end is told. */
const DRILL = new Set(['forward', 'back', 'side', 'turn', 'wheel', 'glide', 'order', 'leave', 'about', 'face']);

/** Nearer to each other than that, in hundredths, two places are one. */
const SAME_PLACE = 5;

/** The straight parts of a way that bends, one after another. */
function bends(path: readonly (readonly number[])[] | null | undefined, unit: string): string[] {
  const parts = (path ?? []).slice(1).map((to, at) => {
    const from = path![at]!;
    return { far: Math.hypot(to[0]! - from[0]!, to[1]! - from[1]!), way: bearing([from[0]!, from[1]!], [to[0]!, to[1]!]) };
  });
  const told = parts.filter(({ far }) => far >= SAME_PLACE);
  return told.length > 1 ? told.map(({ far, way }) => T.legs.go(length(far, unit), compass(way))) : [];
}

/** A manoeuvre in words: leg by leg as a drill-book would, by the parts of a way that bends, or by where and how it ends. */
export function sayWay(
  piece: Piece,
  legs: readonly Leg[],
  end: readonly unknown[] | null | undefined,
  unit: string,
  path?: readonly (readonly number[])[] | null,
): string {
  // "Turn left 17.4°" means nothing to anybody: then it is told by where it ends and where it looks.
  const odd = legs.some((leg) => (leg[0] === 'turn' || leg[0] === 'wheel') && typeof leg[1] === 'number' && leg[1] % 450 !== 0);
  const known = !odd && legs.every((leg) => DRILL.has(leg[0]) && leg.length <= 3);
  const [x, y, facing, order] = end ?? [];
  if (known || typeof x !== 'number' || typeof y !== 'number') return sayLegs(legs, unit);
  const from = piece.pose;
  const far = Math.hypot(x - from[0], y - from[1]);
  const said: string[] = [];
  const bent = bends(path, unit);
  if (bent.length > 0) said.push(bent.join(T.legs.then));
  else if (far >= SAME_PLACE) said.push(T.legs.go(length(far, unit), compass(bearing(from, [x, y]))));
  if (typeof facing === 'number' && piece.front !== false) {
    const turn = ((facing - from[2] + 5400) % 3600) - 1800;
    if (Math.abs(turn) >= 5) said.push(turn % 450 === 0 ? sayLeg(['turn', Math.round(turn)], unit) : T.legs.face(compass(facing)));
  }
  const now = (piece.tags ?? []).map((tag) => tag.words.replace(/_/g, ' '));
  if (typeof order === 'string' && order && !now.includes(order.replace(/_/g, ' '))) said.push(T.legs.form(order.replace(/_/g, ' ')));
  return said.length === 0 ? T.legs.stay : said.join(', ');
}

// ---------------------------------------------------------------- pieces

export function strength(piece: Piece): string {
  if (!piece.full || piece.leader) return '';
  return piece.figures === piece.full ? `${piece.figures}` : `${piece.figures ?? 0}/${piece.full}`;
}

export function tagWords(tags: readonly Tag[] | undefined): string {
  return (tags ?? []).map((tag) => tag.words).join(', ');
}

/** A unit in a sentence: what it is, where, how it faces, which enemy is near. */
export function sentence(piece: Piece, view: View, board: Board, near = true): string {
  const parts = [piece.arm.replace(/_/g, ' ')];
  if (piece.full && !piece.leader) parts.push(T.figures(piece.figures ?? 0, piece.full, board.men));
  if (!onTable(piece)) return [...parts, piece.status ?? ''].join('; ') + '.';
  parts.push(place(piece, board));
  if (piece.front !== false) parts.push(T.facing(compass(piece.pose[2])));
  const foe = near ? nearest(piece, view.pieces, (other) => other.side !== piece.side && !other.leader, 1, board)[0] : undefined;
  if (foe) parts.push(T.nearestEnemy(foe.piece.name, foe.distance < 5 ? T.touching : spokenLength(foe.distance, board.unit), compass(foe.bearing)));
  const tags = tagWords(piece.tags);
  if (tags) parts.push(tags);
  return parts.join('; ') + '.';
}

// ---------------------------------------------------------------- where we are

/** The open sequences as a trail: one that bears its parent's name is not said twice. */
export function trail<C extends { title: string }>(where: readonly C[]): C[] {
  return where
    .map((crumb) => ({ ...crumb, title: capital(crumb.title) }))
    .filter((crumb, at, all) => all[at + 1]?.title !== crumb.title);
}

/** The score: what each side has, and whatever else is counted. */
export function scores(view: View): { sides: (Row & { side: number })[]; others: Row[] } {
  const rows = view.score ?? [];
  const sides = rows.flatMap((row) => (view.sides.includes(row.label) ? [{ ...row, side: view.sides.indexOf(row.label) }] : []));
  return { sides, others: rows.filter((row) => !view.sides.includes(row.label)) };
}

// ---------------------------------------------------------------- chances

export function percent(chance: number): string {
  const value = chance * 100;
  if (value > 0 && value < 0.1) return '<0.1 %';
  if (value > 99.9 && value < 100) return '>99.9 %';
  return `${(value < 10 || value > 99) && !Number.isInteger(value) ? value.toFixed(1) : Math.round(value)} %`;
}

export function fractionNumber(fraction: string): number {
  const [a, b] = fraction.split('/').map(Number);
  return b ? a! / b : (a ?? 0);
}

/** A mean such as "35/6" as people say it. */
export function decimal(fraction: string): string {
  const value = fractionNumber(fraction);
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}

export function outcomeWords(value: Noun | boolean | undefined): string {
  if (value === null || value === undefined) return T.nothing;
  if (typeof value === 'boolean') return value ? T.yes : T.no;
  if (Array.isArray(value)) return value.map((part) => outcomeWords(part)).join(', ');
  return typeof value === 'string' ? value.replace(/_/g, ' ') : String(value);
}

// ---------------------------------------------------------------- odds

/** A small chance as people say it: "one chance in 9". */
export function oneIn(chance: number): string {
  return chance > 0.45 ? T.verdict.per(whole(chance)) : T.verdict.oneIn(Math.max(2, Math.round(1 / chance)));
}

/** Whole per cents where they say enough. */
const whole = (chance: number): string => (chance >= 0.01 && chance <= 0.99 ? `${Math.round(chance * 100)} %` : percent(chance));
const about = (n: number): string => (n < 0.05 ? '0' : n < 9.5 ? String(Math.round(n * 10) / 10) : String(Math.round(n)));

/** The odds in a sentence or two, from the chair of whoever chooses. */
export function verdictWords(verdict: Verdict): string {
  const said: string[] = [];
  const { won, lost, ours, theirs, hope, fear, mishap } = verdict;
  if (won !== null && won !== undefined && lost !== null && lost !== undefined) {
    const between = 1 - won - lost;
    said.push(T.verdict.outcome(whole(won), between > 0.004 ? whole(between) : '', whole(lost)));
  } else if (won !== null && won !== undefined) said.push(T.verdict.succeeds(whole(won)));
  if (mishap && mishap.chance > 0.002) said.push(T.verdict.that(oneIn(mishap.chance), mishap.words));
  if (typeof ours === 'number' && typeof theirs === 'number') said.push(T.verdict.losses(about(ours), about(theirs)));
  else if (typeof theirs === 'number') said.push(T.verdict.theirs(about(theirs)));
  for (const one of [fear, hope]) if (one && one.chance > 0.002) said.push(T.verdict.that(oneIn(one.chance), one.words));
  return said.join(' ');
}

/** Odds that nobody wins or loses by, in a sentence: where most throws lie, or what is likeliest. */
export function likelyWords({ head, outcomes, mean }: Pick<Marginal, 'head' | 'outcomes' | 'mean'>): string {
  const rows = outcomes.filter((one) => one.chance > 0);
  const numbers = rows.map((one) => one.values[0]);
  if (rows.length > 3 && mean && numbers.every((value): value is number => typeof value === 'number')) {
    const sorted = rows.map((one, i) => ({ value: numbers[i] as number, chance: one.chance })).sort((a, b) => a.value - b.value);
    return T.verdict.mostly(capital(head.replace(/_/g, ' ')), about(fractionNumber(mean)), String(quantile(sorted, 0.05)), String(quantile(sorted, 0.95)));
  }
  const best = rows.length > 1 ? rows.reduce((one, other) => (other.chance > one.chance ? other : one)) : null;
  return best ? T.verdict.likeliest(best.values.map((value) => outcomeWords(value)).join(', '), percent(best.chance)) : '';
}

function quantile(sorted: readonly { value: number; chance: number }[], part: number): number {
  let sum = 0;
  return (sorted.find((one) => (sum += one.chance) > part - 1e-9) ?? sorted.at(-1)!).value;
}
