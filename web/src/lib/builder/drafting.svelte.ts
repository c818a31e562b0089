/** A list being made: what is in it, what the server's own check says of it, and every way it is changed. */

import { api, ApiError } from '../desk/net/api';
import { announcer } from '../desk/state/announce.svelte';
import { T } from '../desk/strings';
import { keep, ready, rowsOf, thrown, titleOf, unsaid, type KeptList, type List, type Row } from './lists';
import { W } from './words';
import type { Draft, Kit, KitField, KitOffer, KitSection } from '../types';

export class Drafting {
  readonly kit: Kit;
  readonly kept: KeptList;
  list: List = $state({});
  draft: Draft | null = $state.raw(null);
  trouble: string = $state('');
  looking: boolean = $state(false);
  /** which of the outer rows what is taken goes into */
  place: number = $state(0);
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(kit: Kit, kept: KeptList) {
    [this.kit, this.kept] = [kit, kept];
    this.list = JSON.parse(JSON.stringify(kept.list)) as List;
  }

  title: string = $derived(titleOf(this.list, W.unnamed));
  inner: KitSection | undefined = $derived.by(() => this.kit.sections.find((section) => section.within));
  homes: Row[] = $derived(this.inner ? rowsOf(this.list, this.inner.within ?? '') : []);
  limit: number = $derived.by(() => (this.kit.limit ? Number(this.list[this.kit.limit] ?? 0) : 0));
  /** whether it was looked at and nothing is wrong with it */
  sound: boolean = $derived(this.draft !== null && this.draft.faults.length === 0 && this.trouble === '');
  /** what there is to take is shown from here on: the nation the list is of */
  first: string = $derived.by(() => {
    const alike = this.kit.blanks.find((blank) => ['sheet', 'dress'].some((key) => blank.list[key] && blank.list[key] === this.list[key]));
    return (alike ?? this.#nation())?.title ?? '';
  });

  #nation(): { title: string } | undefined {
    const [found] = Array.isArray(this.list.nations) ? (this.list.nations as string[]) : [];
    return this.kit.blanks.find((blank) => Array.isArray(blank.list.nations) && (blank.list.nations as string[]).includes(found ?? ''));
  }

  whole(): List {
    return $state.snapshot(this.list);
  }

  // ---------------------------------------------------------------- looked at

  /** Something was changed: it is kept, and looked at by the server's own check. */
  changed(): void {
    keep({ id: this.kept.id, book: this.kept.book, list: this.whole(), changed: Date.now() });
    this.rest();
    this.#timer = setTimeout(() => void this.look(), 150);
  }

  /** Nothing more is looked at. */
  rest(): void {
    clearTimeout(this.#timer);
  }

  async look(): Promise<void> {
    const mine = ++this.#asked;
    this.looking = true;
    try {
      const found = await api.draft(this.kept.book, { list: this.whole() });
      if (mine !== this.#asked) return;
      this.draft = found;
      this.trouble = '';
    } catch (error) {
      if (mine !== this.#asked) return;
      this.trouble = error instanceof ApiError ? T.somethingWrong(error.message) : String(error);
      // The server has much to do, or is away: it is asked again.
      if (error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status === 503)) this.#timer = setTimeout(() => void this.look(), 2000);
    } finally {
      if (mine === this.#asked) this.looking = false;
    }
  }

  // ---------------------------------------------------------------- the head

  set(one: KitField, value: unknown): void {
    if (one.kind === 'colour' && unsaid(one, value)) delete this.list[one.name];
    else this.list[one.name] = value;
    this.changed();
  }

  toggle(one: KitField, value: unknown, on: boolean): void {
    const chosen = Array.isArray(this.list[one.name]) ? (this.list[one.name] as unknown[]) : [];
    this.set(one, on ? [...chosen, value] : chosen.filter((each) => each !== value));
  }

  // ---------------------------------------------------------------- rows

  add(offer: KitOffer): void {
    const section = this.kit.sections.find((one) => one.key === offer.section);
    if (!section) return;
    const home = section.within ? this.homes[Math.min(this.place, this.homes.length - 1)] : this.list;
    if (!home) return;
    const rows = rowsOf(home, section.key);
    const row = ready(this.whole(), section, offer.row, rows);
    for (const one of section.fields) {
      if (one.kind !== 'row' || one.name !== 'formation') continue;
      row[one.name] = rowsOf(this.list, one.of?.[0] ?? '')[0]?.[one.of?.[1] ?? ''] ?? '';
    }
    if ('nation' in row || section.fields.some((one) => one.name === 'nation')) row.nation ??= (this.list.nations as string[] | undefined)?.[0] ?? '';
    announcer.say(W.addOne(offer.name));
    this.change(home, section, [...rows, row]);
  }

  change(home: List | Row, section: KitSection, rows: Row[]): void {
    home[section.key] = rows;
    this.changed();
  }

  remove(home: List | Row, section: KitSection, at: number): void {
    this.change(home, section, rowsOf(home, section.key).filter((_, n) => n !== at));
  }

  move(home: List | Row, section: KitSection, at: number, by: number): void {
    const rows = [...rowsOf(home, section.key)];
    const [row] = rows.splice(at, 1);
    if (row) rows.splice(Math.max(0, Math.min(rows.length, at + by)), 0, row);
    this.change(home, section, rows);
  }

  copy(home: List | Row, section: KitSection, at: number): void {
    const rows = rowsOf(home, section.key);
    const row = rows[at];
    if (row) this.change(home, section, [...rows.slice(0, at + 1), this.#renumbered(ready(this.whole(), section, $state.snapshot(row), rows)), ...rows.slice(at + 1)]);
  }

  /** A copied brigade has units with ids of their own. */
  #renumbered(row: Row): Row {
    const { inner } = this;
    if (!inner) return row;
    const whole = this.whole();
    const copied = rowsOf(row, inner.key);
    row[inner.key] = [];
    for (const one of copied) (row[inner.key] as Row[]).push(ready({ whole, row }, inner, { ...one, name: one.name }, []));
    return row;
  }

  /** Everybody anew, with as many dice as there are to be thrown. */
  rollAll(section: KitSection, one: KitField): void {
    const many = Math.max(...(one.choices ?? []).map((choice) => Number(choice.value)));
    this.change(this.list, section, rowsOf(this.list, section.key).map((row) => ({ ...row, [one.name]: thrown(many) })));
  }
}

export const nameOf = (section: KitSection, row: Row, at: number): string => String(row.name || row.key || '') || W.row(section.title, at + 1);
