// What the server says of a book's battle files, made into what the bench works with: shapes to draw with, lists to choose from,
// and for every piece on the table the row that says where it stands.

import { rowsOf } from './battle';
import type { Battle, BattleKit, Choice, Fault, Field, Kind, Post, Row, Section, WireKit } from './kit';
import { heightOf, hexAt, readMap, type HexMap } from './hexes';
import { isShape } from './shapes';
import type { KitField, Piece, View } from '../types';

/** Our names for kinds that are the same to a hand. */
const SAME: Record<string, string> = { size: 'pair', chains: 'hexlines', marks: 'hexnames', tally: 'counts', rows: 'many' };
const ENDS = ['north', 'east', 'south', 'west'];
/** What a new thing must have and nobody can guess. */
const USUAL: Row = { height: 4, toughness: 4 };
/** Sections that say where units stand: the table itself is their palette. */
const STANDING = ['unit', 'place', 'leader', 'side', 'about'];

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
const plainly = (kind: string): string => capital(kind.replaceAll('_', ' '));
/** "Ways out" is many, "Way out" is one of them. */
const oneOf = (title: string): string => title.replace(/^(\w{3,}?)s\b/, '$1');

export function kitOf(wire: WireKit): BattleKit {
  const armies = wire.lists.map((one): Choice => ({ value: one.name, words: one.title }));
  const field = (one: KitField, section: string): Field => {
    const { needed, ...rest } = one;
    const made: Field = { ...rest, may: !needed };
    if (one.kind === 'army') Object.assign(made, { kind: 'army', choices: armies });
    else if (one.kind === 'map') made.choices = wire.kinds.filter((kind) => (kind.by ?? []).includes('map')).map((kind) => ({ value: kind.kind, words: capital(kind.words) }));
    else if (one.kind === 'edges' && section === 'side') Object.assign(made, { kind: 'many', choices: ENDS.map((end) => ({ value: end, words: end })) });
    else if (one.name === 'kind' && section === 'terrain') made.choices = wire.kinds.map((kind) => ({ value: kind.kind, words: plainly(kind.kind) }));
    else made.kind = SAME[one.kind ?? ''] ?? one.kind;
    return made;
  };
  const sections = wire.sections.map(
    (one): Section => ({
      key: one.key,
      title: one.title,
      one: oneOf(one.title),
      fields: one.fields.map((each) => field(each, one.key)),
      single: one.single,
      words: one.words,
      cite: one.cite,
      fixed: one.least !== undefined && one.least === one.most ? one.least : undefined,
      by: one.key === 'terrain' ? 'kind' : undefined,
    }),
  );
  return { head: wire.head.map((one) => field(one, '')), sections, kinds: [...grounds(wire), ...sections.flatMap(othersOf)], blanks: wire.blanks, lists: wire.lists };
}

/** Every kind of ground, with the fields that only some kinds have. */
function grounds(wire: WireKit): Kind[] {
  const terrain = wire.sections.find((one) => one.key === 'terrain');
  if (!terrain) return [];
  const special = new Set(wire.kinds.flatMap((kind) => kind.more ?? []));
  return wire.kinds.map((kind): Kind => {
    const shapes = kind.by ?? ['poly'];
    const more = kind.more ?? [];
    const fields = terrain.fields.filter((one) => (isShape(one.kind) ? shapes.includes(one.name) || more.includes(one.name) : !special.has(one.name) || more.includes(one.name)));
    const usual = Object.fromEntries(more.filter((name) => name in USUAL).map((name) => [name, USUAL[name]]));
    return {
      section: 'terrain',
      value: kind.kind,
      words: plainly(kind.kind),
      hint: kind.words,
      shape: shapes[0]!,
      shapes,
      open: kind.shape === 'line' && shapes[0] === 'poly',
      row: { kind: kind.kind, name: `the ${plainly(kind.kind).toLowerCase()}`, ...usual },
      fields: fields.map((one) => one.name),
    };
  });
}

/** Zones, goals, ways in and out: whatever else has a place on the table. */
function othersOf(section: Section): Kind[] {
  if (section.key === 'terrain' || STANDING.includes(section.key)) return [];
  const shapes = section.fields.filter((one) => isShape(one.kind) || one.kind === 'hex').map((one) => one.name);
  const row: Row = section.fields.some((one) => one.name === 'name') ? { name: `the ${section.one?.toLowerCase()}` } : {};
  return shapes[0] ? [{ section: section.key, value: '', words: section.one ?? section.title, shape: shapes[0], shapes, row }] : [];
}

/** Where a fault is: what the server calls by the name of a field of the head is the head's. */
export function placed(kit: BattleKit, faults: readonly Fault[]): Fault[] {
  return faults.map((fault) => {
    if (!fault.at) return fault;
    const [where, row] = fault.at;
    return kit.sections.some((one) => one.key === where) ? fault : { ...fault, at: ['', row], field: where };
  });
}

// ------------------------------------------------------------ who can be placed

export interface Placeable {
  id: string;
  name: string;
  orders: string[];
  leader: boolean;
}

/** The units of a side's army, whether the book's or written out in the battle. */
export function unitsOf(kit: BattleKit, battle: Battle, side: number): Placeable[] {
  const row = rowsOf(battle, 'side')[side] ?? {};
  const army = String(row.army ?? row.force ?? '');
  const known = kit.lists?.find((one) => one.name === army);
  if (known) return (known.units ?? []).map((one) => ({ id: one.id, name: one.name, orders: one.orders ?? [], leader: one.words === 'leader' }));
  return army
    .split(/^\s*\[\[(?:.*\.)?(?:unit|leader)\]\]/m)
    .slice(1)
    .flatMap((block) => {
      const said = (name: string): string => new RegExp(`^\\s*${name}\\s*=\\s*["'](.*)["']\\s*$`, 'm').exec(block)?.[1] ?? '';
      const name = said('name');
      return name ? [{ id: said('id') || name, name, orders: [], leader: false }] : [];
    });
}

export const placeables = (kit: BattleKit, battle: Battle): Choice[] => [0, 1].flatMap((side) => unitsOf(kit, battle, side).map((one) => ({ value: one.id, words: one.name === one.id ? one.name : `${one.name} (${one.id})` })));

/** How the file writes each piece that stands on the table. */
export function postsOf(kit: BattleKit, battle: Battle, view: View): Record<string, Post> {
  const found: Record<string, Post> = {};
  const tables = kit.sections.find((one) => one.key === 'side')?.fields.filter((one) => one.kind === 'posts') ?? [];
  const section = kit.sections.find((one) => (one.key === 'unit' || one.key === 'place') && one.fields.some((field) => field.name === 'at'));
  const map = readMap(battle[kit.head.find((one) => one.kind === 'map')?.name ?? '']);
  for (const side of [0, 1]) {
    const left = unitsOf(kit, battle, side);
    for (const piece of view.pieces.filter((one) => one.side === side && one.footprint.length > 2)) {
      const at = left.findIndex((one) => one.name === piece.name);
      const [unit] = at < 0 ? [] : left.splice(at, 1);
      const post = tables.length ? inTable(piece, side, unit, battle, map) : section && unit ? inRow(kit, section, piece, side, unit, battle) : ledBy(kit, piece, side, battle);
      if (post) found[String(piece.id)] = post;
    }
  }
  return found;
}

function inTable(piece: Piece, side: number, unit: Placeable | undefined, battle: Battle, map: HexMap): Post | null {
  if (!unit) return null;
  const field = piece.leader ? 'leaders' : 'deploy';
  const table = rowsOf(battle, 'side')[side]?.[field];
  const said = typeof table === 'object' && table !== null ? (table as Row)[unit.id] : undefined;
  return { section: `side/${side}/${field}`, is: { key: unit.id }, row: { value: said ?? standing(piece, unit, map) } };
}

/** "0504 line v2": the hex a piece stands in, its formation and the way it looks, sixths from the north. */
function standing(piece: Piece, unit: Placeable, map: HexMap): string {
  const hex = hexAt(piece.pose[0], heightOf(map.rows) - piece.pose[1], map) ?? '0101';
  if (piece.leader) return hex;
  const sixths = piece.pose[2] / 600;
  const facing = Number.isInteger(sixths) ? `d${sixths % 6}` : `v${Math.floor(sixths) % 6}`;
  return `${hex} ${orderOf(piece, unit)} ${facing}`;
}

const orderOf = (piece: Piece, unit: Placeable): string => piece.tags?.map((tag) => tag.words).find((words) => unit.orders.includes(words)) ?? unit.orders[0] ?? '';

function inRow(kit: BattleKit, section: Section, piece: Piece, side: number, unit: Placeable, battle: Battle): Post {
  const has = (name: string): boolean => section.fields.some((one) => one.name === name);
  const key = String(rowsOf(battle, 'side')[side]?.key ?? '');
  // Where both armies have a unit of this name, its side belongs to it.
  const both = has('side') && unitsOf(kit, battle, 1 - side).some((one) => one.id === unit.id);
  const is: Row = both ? { id: unit.id, side: key } : { id: unit.id };
  const row: Row = { ...is, at: [piece.pose[0] / 100, piece.pose[1] / 100], facing: piece.pose[2] / 10 };
  const order = section.fields.find((one) => one.name === 'order');
  if (order && unit.orders.length) row.order = orderOf(piece, unit);
  return { section: section.key, is, row };
}

/** A leader who stands in a section of his own, by the brigade he leads. */
function ledBy(kit: BattleKit, piece: Piece, side: number, battle: Battle): Post | null {
  if (!piece.leader || !kit.sections.some((one) => one.key === 'leader')) return null;
  const is: Row = { side: String(rowsOf(battle, 'side')[side]?.key ?? ''), brigade: piece.group ?? '' };
  const row: Row = { ...is, at: [piece.pose[0] / 100, piece.pose[1] / 100] };
  if (!is.brigade) delete row.brigade;
  return { section: 'leader', is, row };
}

/** Another army for a side: what was said of where the old one stands is no longer of use. */
export function rearmed(kit: BattleKit, battle: Battle, side: number, field: string, army: unknown): Battle {
  const [sides, gone] = [rowsOf(battle, 'side'), new Set(unitsOf(kit, battle, side).map((one) => one.id))];
  const key = sides[side]?.key;
  const tables = (kit.sections.find((one) => one.key === 'side')?.fields ?? []).filter((one) => one.kind === 'posts' || one.kind === 'counts').map((one) => one.name);
  const next: Battle = {
    ...battle,
    side: sides.map((row, n) => (n === side ? Object.fromEntries([...Object.entries(row).filter(([name]) => !tables.includes(name)), [field, army]]) : row)),
  };
  for (const name of ['unit', 'place', 'leader']) {
    if (!(name in battle)) continue;
    next[name] = rowsOf(battle, name).filter((row) => (name === 'leader' || row.side ? row.side !== key : !gone.has(String(row.id))));
  }
  return next;
}

/** Where one of an army has a place all have: those who had none are written down where they stand. */
export function fellows(battle: Battle, posts: Record<string, Post>, post: Post, side: (piece: number) => number): Post[] {
  if (post.section.includes('/') || post.section === 'leader') return [];
  const [mine] = Object.entries(posts).find(([, one]) => one === post) ?? [];
  const army = Object.entries(posts).filter(([piece, one]) => one.section === post.section && side(Number(piece)) === side(Number(mine)));
  const rows = rowsOf(battle, post.section);
  const written = (one: Post): boolean => rows.some((row) => Object.entries(one.is).every(([name, value]) => (row[name] ?? '') === value));
  return army.some(([, one]) => written(one)) ? [] : army.map(([, one]) => one).filter((one) => one !== post);
}
