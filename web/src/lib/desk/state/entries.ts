// What a line of the journal speaks of.

import type { Entry } from '../../types';

/** Facts of an entry that hold units' ids; the same list as the engine's, and the plural ones. */
const UNIT_FACTS = new Set(['unit', 'target', 'by', 'friend', 'enemy', 'general', 'into', 'units', 'attackers', 'defenders', 'targets']);

/** The units an entry speaks of. */
export function unitsIn(entry: Entry, pieces: ReadonlyMap<number, unknown>): number[] {
  const found: number[] = [];
  for (const [name, value] of Object.entries(entry.facts ?? {})) {
    if (!UNIT_FACTS.has(name)) continue;
    for (const id of Array.isArray(value) ? value : [value]) if (typeof id === 'number' && pieces.has(id)) found.push(id);
  }
  return found;
}

/** Steps of one march told as one: of lines that say where the same unit went next, the last. */
export function gathered(log: readonly Entry[]): Entry[] {
  const on = (one: Entry | undefined, next: Entry): boolean =>
    one !== undefined && one.what === next.what && 'hex' in one.facts && 'hex' in next.facts && one.facts['unit'] === next.facts['unit'];
  return log.filter((entry, at) => at === log.length - 1 || !on(entry, log[at + 1]!));
}
