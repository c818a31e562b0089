// Lists of one's own: kept in this browser, packed into links, changed row by row. What they cost and break is the server's to say.

import type { Kit, KitOffer, KitSection } from '../types';

export type Row = Record<string, unknown>;
export type List = Record<string, unknown>;

export interface KeptList {
  id: string;
  book: string;
  list: List;
  /** When it was last changed. */
  changed: number;
}

const KEY = 'grognard.lists';
const MOST = 200;
/** A list written out is no longer than this; whatever is longer was never one. */
const LONGEST = 60_000;

let memory: KeptList[] | null = null;

function sound(one: unknown): one is KeptList {
  const kept = one as KeptList | null;
  return typeof kept === 'object' && kept !== null && typeof kept.id === 'string' && typeof kept.book === 'string' && typeof kept.list === 'object' && kept.list !== null;
}

export function all(): KeptList[] {
  if (memory) return memory;
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(sound) : [];
  } catch {
    return [];
  }
}

function write(lists: KeptList[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(lists));
    memory = null;
  } catch {
    memory = lists; // private window: forgotten on leaving
  }
}

export function ofBook(book: string): KeptList[] {
  return all()
    .filter((kept) => kept.book === book)
    .sort((a, b) => b.changed - a.changed);
}

export function find(id: string): KeptList | undefined {
  return all().find((kept) => kept.id === id);
}

export function keep(kept: KeptList): void {
  write([kept, ...all().filter((one) => one.id !== kept.id)].slice(0, MOST));
}

export function forget(id: string): void {
  write(all().filter((one) => one.id !== id));
}

export function fresh(book: string, list: List): KeptList {
  const id = crypto.getRandomValues(new Uint32Array(2)).reduce((text, part) => text + part.toString(36), '');
  const kept = { id, book, list, changed: Date.now() };
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

export function offerOf(kit: Kit, section: KitSection, row: Row): KitOffer | undefined {
  const by = section.by ?? [];
  if (by.length === 0) return undefined;
  return kit.offers.find((offer) => offer.section === section.key && by.every((name) => offer.row[name] === row[name])) ??
    kit.offers.find((offer) => offer.section === section.key && by.slice(0, 1).every((name) => offer.row[name] === row[name]));
}

// ------------------------------------------------------------ links

function base64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));
}

/** The whole list as letters for an address. */
export async function packed(list: List): Promise<string> {
  const stream = new Blob([JSON.stringify(list)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return base64(new Uint8Array(await new Response(stream).arrayBuffer()));
}

/** A list out of an address; null if it holds none, or something far too large. */
export async function unpacked(text: string): Promise<List | null> {
  if (!/^[\w-]{1,40000}$/.test(text)) return null;
  try {
    const reader = new Blob([bytes(text)]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let size = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > LONGEST) {
        await reader.cancel();
        return null;
      }
      parts.push(value as Uint8Array<ArrayBuffer>);
    }
    const list: unknown = JSON.parse(await new Blob(parts).text());
    return typeof list === 'object' && list !== null && !Array.isArray(list) ? (list as List) : null;
  } catch {
    return null;
  }
}

export { LONGEST };
