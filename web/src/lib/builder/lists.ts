// Lists of one's own: kept in this browser, packed into links, changed row by row. What they cost and break is the server's to say.

import { LONGEST, newId, packed, Shelf, unpacked, type Kept } from './kept';
import type { Kit, KitField, KitOffer, KitSection } from '../types';

export type Row = Record<string, unknown>;
export type List = Record<string, unknown>;

export interface KeptList extends Kept {
  list: List;
}

const shelf = new Shelf<KeptList>('grognard.lists', (one) => typeof one.list === 'object' && one.list !== null);

export const all = (): KeptList[] => shelf.all();
export const ofBook = (book: string): KeptList[] => shelf.ofBook(book);
export const find = (id: string): KeptList | undefined => shelf.find(id);
export const keep = (kept: KeptList): void => shelf.keep(kept);
export const forget = (id: string): void => shelf.forget(id);

export function fresh(book: string, list: List): KeptList {
  const kept = { id: newId(), book, list, changed: Date.now() };
  keep(kept);
  return kept;
}

export function titleOf(list: List, nameless: string): string {
  return typeof list.title === 'string' && list.title.trim() ? list.title : nameless;
}

// ------------------------------------------------------------ rows

export function rowsOf(list: List | Row, section: string): Row[] {
  const rows = list[section];
  return Array.isArray(rows) ? (rows as Row[]) : [];
}

/** Every id a list uses, wherever it stands. */
function ids(list: List): Set<string> {
  const found = new Set<string>();
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk);
    else if (typeof value === 'object' && value !== null) {
      const { id } = value as Row;
      if (typeof id === 'string') found.add(id);
      Object.values(value).forEach(walk);
    }
  };
  walk(list);
  return found;
}

/** A row made ready to stand in a list: with an id of its own, and a name that nobody has. */
export function ready(list: List, section: KitSection, row: Row, beside: Row[]): Row {
  const made = JSON.parse(JSON.stringify(row)) as Row;
  if (section.numbered) {
    const taken = ids(list);
    let n = beside.length;
    while (taken.has(`${section.numbered}${n}`)) n += 1;
    made.id = `${section.numbered}${n}`;
  }
  const name = 'name' in made ? 'name' : 'key' in made ? 'key' : '';
  if (name && typeof made[name] === 'string') {
    const names = new Set(beside.map((one) => one[name]));
    const first = made[name];
    for (let n = 2; names.has(made[name]); n += 1) made[name] = `${first} ${n}`;
  }
  return made;
}

/** Dice as they fall, each face as likely as the others. */
export function thrown(many: number, random: () => number = () => crypto.getRandomValues(new Uint8Array(1))[0]!): number[] {
  return Array.from({ length: many }, () => {
    let byte = random();
    while (byte >= 252) byte = random();
    return 1 + (byte % 6);
  });
}

/** Dice somebody threw, as a row keeps them. */
export const diceOf = (row: Row, name: string): number[] => (Array.isArray(row[name]) ? (row[name] as number[]) : []);

/** Colours, dice and choices that say nothing are left out of what is written down. */
export const unsaid = (field: KitField, value: unknown): boolean => (field.kind === 'dice' ? (value as number[]).length === 0 : value === '' && (field.kind === 'choice' || field.kind === 'colour'));

export function offerOf(kit: Kit, section: KitSection, row: Row): KitOffer | undefined {
  const by = section.by ?? [];
  if (by.length === 0) return undefined;
  return kit.offers.find((offer) => offer.section === section.key && by.every((name) => offer.row[name] === row[name])) ??
    kit.offers.find((offer) => offer.section === section.key && by.slice(0, 1).every((name) => offer.row[name] === row[name]));
}

export { LONGEST, packed, unpacked };
