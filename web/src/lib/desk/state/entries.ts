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

/** Who does what an entry tells, if anybody does. */
export const doer = (entry: Entry): number | null => (typeof entry.facts['unit'] === 'number' ? entry.facts['unit'] : null);

/** Of an act the dice and the deed stand on one line with what announced it, if all are of one unit. */
export function oneAct(last: Entry, next: Entry, pieces: ReadonlyMap<number, unknown>): boolean {
  const who = unitsIn(next, pieces)[0];
  return who !== undefined && who === unitsIn(last, pieces)[0] && (last.announces === true || (last.what === 'dice' && next.what !== 'dice'));
}

/** Steps of one march told as one: of lines that say where the same unit went next, the last. */
export function gathered(log: readonly Entry[]): Entry[] {
  const on = (one: Entry | undefined, next: Entry): boolean =>
    one !== undefined && one.what === next.what && 'hex' in one.facts && 'hex' in next.facts && one.facts['unit'] === next.facts['unit'];
  return log.filter((entry, at) => at === log.length - 1 || !on(entry, log[at + 1]!));
}
