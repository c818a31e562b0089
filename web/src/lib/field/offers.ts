/** What of the offers can be clicked on the table. */

import type { Offer, Pose } from './wire';

export interface Spot {
  id: number | string;
  /** its number in the list beside the table */
  n: number;
  at: Pose;
}

/** Places that can be pointed at. */
export function spotsOf(offers: readonly Offer[]): Spot[] {
  return offers.flatMap((o) => (o.pick === 'cell' ? o.ids.flatMap((id, i) => (o.spots?.[i] ? [{ id, n: i + 1, at: o.spots[i]! }] : [])) : []));
}

/** The second halves of pairs whose first half is chosen. */
export function targetsOf(offers: readonly Offer[], unit: number | null | undefined): Set<number> {
  const found = new Set<number>();
  for (const o of offers) {
    if (o.pick !== 'pair' || o.names) continue;
    for (const [first, seconds] of o.from) if (first === unit) for (const s of seconds) if (typeof s === 'number') found.add(s);
  }
  return found;
}

/** Units that can be chosen next: neither the chosen one nor its targets. */
export function picksOf(offers: readonly Offer[], unit: number | null | undefined, targets: ReadonlySet<number>): Set<number> {
  const found = new Set<number>();
  for (const o of offers) {
    if (o.pick === 'unit') for (const id of o.ids) found.add(id);
    else if (o.pick === 'pair') for (const [first] of o.from) found.add(first);
    else if (o.pick === 'reach') found.add(o.unit);
    else if (o.pick === 'cell') for (const id of (o.units ?? []).flat()) found.add(id);
  }
  if (unit !== null && unit !== undefined) found.delete(unit);
  for (const id of targets) found.delete(id);
  return found;
}

/** What the view carries besides, where it is a list. */
export const list = <T>(value: unknown): T[] => (Array.isArray(value) ? (value as T[]) : []);
