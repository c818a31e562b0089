// A battle changed thing by thing: every change gives a new battle, the old one stays what it was.

import { kindOf, sectionOf, type At, type Battle, type BattleKit, type Field, type Kind, type Post, type Row, type Section } from './kit';
import { Shelf, newId, type Kept } from '../builder/kept';
import { place, postAt, postHex, postTurned } from './hexes';
import { isShape, partsOf, shifted, valueOf } from './shapes';

export interface KeptBattle extends Kept {
  battle: Battle;
}

export const shelf = new Shelf<KeptBattle>('grognard.battles', (one) => typeof one.battle === 'object' && one.battle !== null);

export function fresh(book: string, battle: Battle): KeptBattle {
  const kept = { id: newId(), book, battle, changed: Date.now() };
  shelf.keep(kept);
  return kept;
}

export const titleOf = (battle: Battle, nameless: string): string => (typeof battle.title === 'string' && battle.title.trim() ? battle.title : nameless);

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The rows of a section; a table of its own is one row. */
export function rowsOf(battle: Battle, section: string): Row[] {
  const rows = battle[section];
  return Array.isArray(rows) ? rows.filter(isRow) : isRow(rows) ? [rows] : [];
}

/** Rows of a section to choose from: written by what names them in the file, read by their own name. */
export function namedRows(battle: Battle, section: string, by: string): { value: string; words: string }[] {
  return rowsOf(battle, section)
    .filter((one) => one[by])
    .map((one) => ({ value: String(one[by]), words: String(one['name'] || one[by]) }));
}

export function rowAt(battle: Battle, at: At): Row | undefined {
  return at.section === '' ? battle : rowsOf(battle, at.section)[at.row ?? 0];
}

export function withRows(battle: Battle, section: string, rows: Row[]): Battle {
  return { ...battle, [section]: rows };
}

export function withRow(battle: Battle, kit: BattleKit, at: At, row: Row): Battle {
  if (at.section === '') return row;
  if (sectionOf(kit, at.section)?.single) return { ...battle, [at.section]: row };
  const rows = rowsOf(battle, at.section);
  return withRows(battle, at.section, rows.map((one, n) => (n === at.row ? row : one)));
}

/** A field of a row; nothing at all takes it out of the file. */
export function withField(battle: Battle, kit: BattleKit, at: At, name: string, value: unknown): Battle {
  const row = rowAt(battle, at) ?? {};
  const next: Row = { ...row };
  if (value === undefined) delete next[name];
  else next[name] = value;
  const done = withRow(battle, kit, at, next);
  return renamed(done, kit, at, name, row[name], value);
}

/** What another row calls by its name goes on by the new one. */
function renamed(battle: Battle, kit: BattleKit, at: At, name: string, before: unknown, after: unknown): Battle {
  if (typeof before !== 'string' || typeof after !== 'string' || !before) return battle;
  const others = rowsOf(battle, at.section).some((one) => one[name] === before);
  if (others) return battle;
  const meant = ({ of }: Field): boolean => of?.[0] === at.section && of[1] === name;
  const turned = (row: Row, fields: Field[]): Row => {
    let next = row;
    for (const field of fields.filter(meant)) {
      const old = row[field.name];
      if (old === before) next = { ...next, [field.name]: after };
      else if (Array.isArray(old) && old.includes(before)) next = { ...next, [field.name]: old.map((one) => (one === before ? after : (one as unknown))) };
    }
    return next;
  };
  let done: Battle = turned(battle, kit.head);
  for (const { key, fields, single } of kit.sections) {
    if (!fields.some(meant)) continue;
    const rows = rowsOf(done, key).map((row) => turned(row, fields));
    if (rows.length) done = single ? { ...done, [key]: rows[0] } : withRows(done, key, rows);
  }
  return done;
}

/** One more row, at the end; where it stands. */
export function withNew(battle: Battle, kit: BattleKit, section: string, row: Row): [Battle, At] {
  if (sectionOf(kit, section)?.single) return [{ ...battle, [section]: row }, { section, row: 0 }];
  const rows = [...rowsOf(battle, section), named(row, rowsOf(battle, section))];
  return [withRows(battle, section, rows), { section, row: rows.length - 1 }];
}

/** A name that no other row has. */
function named(row: Row, beside: Row[]): Row {
  const made = structuredClone(row);
  if (typeof made.name !== 'string') return made;
  const names = new Set(beside.map((one) => one.name));
  const first = made.name;
  for (let n = 2; names.has(made.name); n += 1) made.name = `${first} ${n}`;
  return made;
}

export function without(battle: Battle, kit: BattleKit, at: At): Battle {
  if (sectionOf(kit, at.section)?.single) {
    const rest = { ...battle };
    delete rest[at.section];
    return rest;
  }
  return withRows(battle, at.section, rowsOf(battle, at.section).filter((_, n) => n !== at.row));
}

/** A copy beside the original, a little away from it. */
export function doubled(battle: Battle, kit: BattleKit, at: At, step: number): [Battle, At] {
  const row = rowAt(battle, at);
  if (!row) return [battle, at];
  const copy = structuredClone(row);
  for (const { name, kind } of sectionOf(kit, at.section)?.fields ?? []) {
    if (isShape(kind) && name in copy) copy[name] = moved(kind, copy[name], step, step, openOf(kit, at.section, row));
  }
  return withNew(battle, kit, at.section, copy);
}

export const openOf = (kit: BattleKit, section: string, row: Row): boolean => !!kindOf(kit, section, row)?.open;

export function moved(kind: Parameters<typeof partsOf>[0], value: unknown, dx: number, dy: number, open = false): unknown {
  const parts = partsOf(kind, value, open);
  return parts.length ? valueOf(kind, shifted(parts, dx, dy)) : value;
}

/** Rows up or down the list: of two pieces that lie over each other the order may decide. */
export function reordered(battle: Battle, at: At, by: number): [Battle, At] {
  const rows = [...rowsOf(battle, at.section)];
  const from = at.row ?? 0;
  const to = Math.max(0, Math.min(rows.length - 1, from + by));
  const [row] = rows.splice(from, 1);
  if (!row || to === from) return [battle, at];
  rows.splice(to, 0, row);
  return [withRows(battle, at.section, rows), { section: at.section, row: to }];
}

/** A row to begin with: what its kind says, and something in every field that must not be empty. */
export function begun(battle: Battle, section: Section, kind: Kind | undefined): Row {
  const row: Row = structuredClone(kind?.row ?? {});
  if (section.by && kind?.value) row[section.by] ??= kind.value;
  const wanted = kind?.fields ? new Set(kind.fields) : null;
  for (const field of section.fields) {
    if (field.may || field.name in row || isShape(field.kind) || field.kind === 'hex' || (wanted && !wanted.has(field.name))) continue;
    row[field.name] = usual(battle, field);
  }
  return row;
}

function usual(battle: Battle, field: Field): unknown {
  switch (field.kind) {
    case 'whole':
    case 'number':
    case 'facing':
      return field.least ?? 0;
    case 'flag':
      return field.on ?? false;
    case 'many':
      return [];
    case 'pair':
      return [0, 0];
    case 'choice':
      return field.choices?.[0]?.value ?? '';
    case 'row':
      return rowsOf(battle, field.of?.[0] ?? '')[0]?.[field.of?.[1] ?? ''] ?? '';
    default:
      return '';
  }
}

/** How wide and high the table is. */
export function tableOf(battle: Battle): [number, number] {
  const { table } = battle;
  const [w, h] = Array.isArray(table) ? (table as unknown[]) : [];
  return [typeof w === 'number' && w > 0 ? w : 48, typeof h === 'number' && h > 0 ? h : 36];
}

// ------------------------------------------------------------ who stands where

/** The row that says where a piece stands; null while nobody has said it. */
export function postedAt(battle: Battle, post: Post): At | null {
  if (post.section.includes('/')) return null;
  const row = rowsOf(battle, post.section).findIndex((one) => Object.entries(post.is).every(([name, value]) => (one[name] ?? '') === (value ?? '')));
  return row < 0 ? null : { section: post.section, row };
}

/** The side whose table names a unit, and in which of its tables: "side/0/deploy". */
function sidesTable(post: Post): { side: number; field: string; name: string } | null {
  const [section, side, field] = post.section.split('/');
  return section && field ? { side: Number(side), field, name: String(post.is.key ?? '') } : null;
}

function withText(battle: Battle, post: Post, change: (text: unknown) => string): Battle {
  const table = sidesTable(post);
  if (!table) return battle;
  const section = post.section.split('/')[0]!;
  return withRows(
    battle,
    section,
    rowsOf(battle, section).map((row, n) => {
      if (n !== table.side) return row;
      const posts = isRow(row[table.field]) ? (row[table.field] as Row) : {};
      return { ...row, [table.field]: { ...posts, [table.name]: change(posts[table.name] ?? post.row.value) } };
    }),
  );
}

/** A piece somewhere else on the table, or looking another way. */
export function posted(battle: Battle, kit: BattleKit, post: Post, change: { at?: [number, number]; facing?: number }): Battle {
  const at = postedAt(battle, post);
  const row = { ...post.row, ...(at ? rowAt(battle, at) : {}), ...post.is, ...change };
  if ('facing' in change && !('facing' in post.row)) delete row.facing;
  return at ? withRow(battle, kit, at, row) : withRows(battle, post.section, [...rowsOf(battle, post.section), row]);
}

export const postedHex = (battle: Battle, post: Post, hex: string): Battle => (place(hex) ? withText(battle, post, (text) => postAt(text, hex)) : battle);
export const postedTurn = (battle: Battle, post: Post, by: number): Battle => withText(battle, post, (text) => postTurned(text, by));

export { postHex };
