// Where to jump in a replay: turns, dice, a unit's own actions.

import type { Entry } from '../../types';
import { unitsIn } from './entries';

export interface Index {
  turns: { at: number; words: string }[];
  rolls: number[];
  units: Map<number, number[]>;
}

export function index(log: readonly Entry[], names: ReadonlyMap<number, unknown>): Index {
  const turns: Index['turns'] = [];
  const rolls = new Set<number>();
  const units = new Map<number, number[]>();
  for (const entry of log) {
    // A book may say whose turn it is as well.
    if ('turn' in entry.facts && Object.keys(entry.facts).every((fact) => fact === 'turn' || fact === 'side')) turns.push({ at: entry.seq, words: entry.words.replace(/\s*\[[^\]]*\]$/, '') });
    if (Array.isArray(entry.facts['faces'])) rolls.add(entry.seq);
    for (const unit of unitsIn(entry, names)) {
      const list = units.get(unit) ?? [];
      if (list[list.length - 1] !== entry.seq) list.push(entry.seq);
      units.set(unit, list);
    }
  }
  return { turns, rolls: [...rolls].sort((a, b) => a - b), units };
}

export function following(list: readonly number[], at: number): number | null {
  return list.find((each) => each > at) ?? null;
}

export function preceding(list: readonly number[], at: number): number | null {
  for (let i = list.length - 1; i >= 0; i--) if (list[i]! < at) return list[i]!;
  return null;
}
