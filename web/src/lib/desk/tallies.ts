// Sums that differ only in their numbers are told once, from the first to the last.

import type { Tally } from '../types';

export interface Sum {
  base: number;
  words: string;
  lines: { words: string; cite: string; values: number[] }[];
  totals: number[];
}

/** The sums of many throws of one kind: alike are those that add up the same lines to the same beginning. */
export function alike(tallies: readonly Tally[]): Sum[] {
  const found = new Map<string, Sum>();
  for (const tally of tallies) {
    const key = JSON.stringify([tally.base, tally.words, tally.lines.map((line) => [line.words, line.cite])]);
    const sum = found.get(key) ?? { base: tally.base, words: tally.words, lines: tally.lines.map(({ words, cite }) => ({ words, cite, values: [] })), totals: [] };
    found.set(key, sum);
    tally.lines.forEach((line, at) => add(sum.lines[at]!.values, line.value));
    add(sum.totals, tally.total);
  }
  for (const sum of found.values()) for (const values of [sum.totals, ...sum.lines.map((line) => line.values)]) values.sort((a, b) => Math.abs(a) - Math.abs(b) || a - b);
  return [...found.values()];
}

function add(values: number[], value: number): void {
  if (!values.includes(value)) values.push(value);
}
