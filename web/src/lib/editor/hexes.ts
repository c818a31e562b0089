// The map of hexes: rows of letters, roads from hex to hex, and the texts that say where a unit stands.
// Flat tops, even columns half a hex lower; a hex is one hundred high, drawn with y growing down.

import type { Point } from './shapes';

const WIDE = 100 / Math.sqrt(3);

export interface HexMap {
  columns: number;
  rows: number;
  /** Letters, row by row. */
  lines: string[];
}

/** The map a file's text holds; rows of different length are filled up, so that nothing is lost. */
export function readMap(text: unknown): HexMap {
  const lines = String(text ?? '')
    .split('\n')
    .map((line) => line.trim().split(/\s+/).pop() ?? '')
    .filter(Boolean);
  const columns = Math.max(0, ...lines.map((line) => line.length));
  return { columns, rows: lines.length, lines: lines.map((line) => line.padEnd(columns, '.')) };
}

export function writeMap({ lines }: HexMap): string {
  const digits = Math.max(2, String(lines.length).length);
  return lines.map((line, n) => `${String(n + 1).padStart(digits, '0')}  ${line}\n`).join('');
}

export function resized(map: HexMap, columns: number, rows: number, letter: string): HexMap {
  const lines = Array.from({ length: rows }, (_, n) => (map.lines[n] ?? '').slice(0, columns).padEnd(columns, letter));
  return { columns, rows, lines };
}

/** A hex by column and row, counted from 1, as people number it. */
export const label = (column: number, row: number): string => `${String(column).padStart(2, '0')}${String(row).padStart(2, '0')}`;

export function place(hex: string): [number, number] | null {
  return /^\d{4}$/.test(hex) ? [Number(hex.slice(0, 2)), Number(hex.slice(2))] : null;
}

export const letterAt = (map: HexMap, hex: string): string => {
  const at = place(hex);
  return at ? (map.lines[at[1] - 1]?.[at[0] - 1] ?? '') : '';
};

export function painted(map: HexMap, hexes: readonly string[], letter: string): HexMap {
  const lines = [...map.lines];
  for (const hex of hexes) {
    const at = place(hex);
    const line = at && lines[at[1] - 1];
    if (at && line && at[0] >= 1 && at[0] <= map.columns) lines[at[1] - 1] = line.slice(0, at[0] - 1) + letter + line.slice(at[0]);
  }
  return { ...map, lines };
}

export const widthOf = (columns: number): number => WIDE * (1.5 * columns + 0.5);
export const heightOf = (rows: number): number => 100 * rows + 50;

/** The middle of a hex on the drawing. */
export function middle(hex: string): Point | null {
  const at = place(hex);
  return at && [WIDE * (1 + 1.5 * (at[0] - 1)), 50 + 100 * (at[1] - 1) + (at[0] % 2 === 0 ? 50 : 0)];
}

export function cornersOf(hex: string, size = 1): Point[] {
  const at = middle(hex);
  if (!at) return [];
  return [0, 1, 2, 3, 4, 5].map((n): Point => [at[0] + size * WIDE * Math.cos((n * Math.PI) / 3), at[1] + size * WIDE * Math.sin((n * Math.PI) / 3)]);
}

/** The hex under a place of the drawing. */
export function hexAt(x: number, y: number, { columns, rows }: HexMap): string | null {
  let [best, far] = ['', Infinity];
  const guess = Math.round(x / (1.5 * WIDE) + 1 / 3);
  for (let column = Math.max(1, guess - 1); column <= Math.min(columns, guess + 1); column += 1) {
    const row = Math.round((y - 50 - (column % 2 === 0 ? 50 : 0)) / 100) + 1;
    const [cx, cy] = middle(label(column, row)) ?? [0, 0];
    const away = Math.hypot(cx - x, cy - y);
    if (row >= 1 && row <= rows && away < far) [best, far] = [label(column, row), away];
  }
  return far <= WIDE ? best : null;
}

function cube(hex: string): [number, number] {
  const [column, row] = place(hex) ?? [1, 1];
  return [column, row - Math.ceil((column + 1) / 2) + (column % 2 === 0 ? 1 : 0) + 1];
}

/** How many hexes it is from one to another. */
export function distance(a: string, b: string): number {
  const [[aq, ar], [bq, br]] = [cube(a), cube(b)];
  const [q, r] = [aq - bq, ar - br];
  return Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));
}

/** Every hex from one to the other, neighbour by neighbour. */
export function between(a: string, b: string): string[] {
  const [from, to] = [middle(a), middle(b)];
  if (!from || !to) return [a];
  const steps = distance(a, b);
  const map = { columns: 99, rows: 99, lines: [] };
  const chain = [a];
  for (let n = 1; n <= steps; n += 1) {
    // A hair beside the line: what runs along a hexside keeps to one side of it.
    const hex = hexAt(from[0] + ((to[0] - from[0]) * n) / steps + 0.01, from[1] + ((to[1] - from[1]) * n) / steps + 0.01, map);
    if (hex && hex !== chain[chain.length - 1]) chain.push(hex);
  }
  return chain;
}

/** Every hex within so many of one. */
export function about(hex: string, size: number, { columns, rows }: HexMap): string[] {
  const at = place(hex);
  if (!at) return [];
  const found: string[] = [];
  for (let column = Math.max(1, at[0] - size); column <= Math.min(columns, at[0] + size); column += 1)
    for (let row = Math.max(1, at[1] - size - 1); row <= Math.min(rows, at[1] + size + 1); row += 1) if (distance(hex, label(column, row)) <= size) found.push(label(column, row));
  return found;
}

// ------------------------------------------------------------ roads

const chains = (roads: unknown): string[][] => (Array.isArray(roads) ? roads.map((one) => String(one).split(/\s+/).filter(Boolean)) : []);
const written = (roads: string[][]): string[] => roads.filter((chain) => chain.length > 1).map((chain) => chain.join(' '));

/** Every step of every road. */
export const steps = (roads: unknown): [string, string][] => chains(roads).flatMap((chain) => chain.slice(1).map((hex, n): [string, string] => [chain[n]!, hex]));

/** The roads with one more, joined to one that ends where it begins. */
export function withRoad(roads: unknown, hexes: readonly string[]): string[] {
  const all = chains(roads);
  const known = new Set(steps(roads).flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]));
  let chain: string[] = [];
  for (const [n, hex] of hexes.entries()) {
    const before = hexes[n - 1];
    if (before && (known.has(`${before} ${hex}`) || distance(before, hex) !== 1)) {
      join(all, chain);
      chain = [hex];
    } else chain.push(hex);
  }
  join(all, chain);
  return written(all);
}

function join(all: string[][], chain: string[]): void {
  if (chain.length < 2) return;
  const end = all.find((one) => one[one.length - 1] === chain[0]);
  if (end) end.push(...chain.slice(1));
  else all.push([...chain]);
}

/** The roads without those through a hex. */
export function withoutRoad(roads: unknown, hex: string): string[] {
  return written(
    chains(roads).flatMap((chain) => {
      const pieces: string[][] = [[]];
      for (const one of chain) {
        if (one === hex) pieces.push([]);
        else pieces[pieces.length - 1]!.push(one);
      }
      return pieces;
    }),
  );
}

// ------------------------------------------------------------ where a unit stands: "T2 0504 line v2", "0703 om 0605"

const POST = /^(T\d+\s+)?(\d{4})\b/;

export const postHex = (text: unknown): string | null => POST.exec(String(text ?? '').trim())?.[2] ?? null;

export function postAt(text: unknown, hex: string): string {
  const old = String(text ?? '').trim();
  return POST.test(old) ? old.replace(POST, (_, turn: string | undefined) => `${turn ?? ''}${hex}`) : `${hex} ${old}`.trim();
}

/** Turned by so many sixths to the right. */
export function postTurned(text: unknown, by: number): string {
  return String(text ?? '').replace(/\b([vd])([0-5])$/, (_, what: string, at: string) => `${what}${(((Number(at) + by) % 6) + 6) % 6}`);
}
