// What a book says of its battle files, and a battle as the file holds it.

import type { BattleFault, BattleKit as WireKit, BattleLooked } from '../types/wire';

export type Row = Record<string, unknown>;
export type Battle = Record<string, unknown>;

export interface Choice {
  value: string | number;
  words: string;
}

export interface Field {
  name: string;
  words: string;
  kind?: string;
  choices?: Choice[];
  least?: number;
  most?: number;
  /** For a row of another section: the section, and the field that names its rows. */
  of?: [string, string];
  on?: boolean;
  /** Whether it may be left out. */
  may?: boolean;
  hint?: string;
}

export interface Section {
  key: string;
  title: string;
  one?: string;
  fields: Field[];
  /** One table and no rows. */
  single?: boolean;
  words?: string;
  cite?: string;
  /** How many rows there always are. */
  fixed?: number;
  by?: string;
  role?: string;
}

/** One thing of the palette. */
export interface Kind {
  section: string;
  value: string;
  words: string;
  shape: string;
  shapes?: string[];
  fields?: string[];
  row: Row;
  /** A line and not an area. */
  open?: boolean;
  least?: number;
  hint?: string;
}

export interface BattleKit {
  head: Field[];
  sections: Section[];
  kinds: Kind[];
  blanks: { title: string; battle: Battle }[];
  lists?: WireKit['lists'];
}

/** What is wrong, and where: section and row, the head being the section without a name. */
export interface Fault extends BattleFault {
  /** Which field of the head. */
  field?: string;
}

/** How the file writes a piece that stands on the table. */
export interface Post {
  section: string;
  is: Row;
  row: Row;
}

/** A thing of the battle: a row of a section, or the head. */
export interface At {
  section: string;
  row: number | null;
}

export const HEAD: At = { section: '', row: null };

export const same = (a: At | null, b: At | null): boolean => a === b || (!!a && !!b && a.section === b.section && a.row === b.row);

export const sectionOf = (kit: BattleKit, key: string): Section | undefined => kit.sections.find((one) => one.key === key);

export const fieldsAt = (kit: BattleKit, at: At): Field[] => (at.section ? (sectionOf(kit, at.section)?.fields ?? []) : kit.head);

/** The palette's entry a row was drawn from. */
export function kindOf(kit: BattleKit, section: string, row: Row): Kind | undefined {
  const kinds = kit.kinds.filter((one) => one.section === section);
  const by = sectionOf(kit, section)?.by;
  return (by ? kinds.find((one) => one.value === row[by]) : kinds.find((one) => one.shape in row)) ?? (by ? undefined : kinds[0]);
}

/** The fields that make sense for this row: those of its kind, and whatever it has besides. */
export function fieldsOf(kit: BattleKit, section: Section, row: Row): Field[] {
  const kind = kindOf(kit, section.key, row);
  if (!kind?.fields) return section.fields;
  const fit = new Set([...kind.fields, section.by ?? '', ...(kind.shapes ?? [kind.shape])]);
  return section.fields.filter((field) => fit.has(field.name) || field.name in row);
}

export type { BattleLooked, WireKit };
