// The other side's last turn, told in order: what each did, how far it went, what it cost. It stays until he acts again.

import type { Entry, Piece, Point, Update, View } from '../../types';
import { doer, unitsIn } from './entries';

export interface Trail {
  unit: number;
  side: number;
  from: Point;
  to: Point;
  /** a shot goes to somebody, a march to a place */
  look: 'march' | 'shot';
}

export interface Event {
  seq: number;
  /** whose doing it was */
  by: number | null;
  entry: Entry;
  units: number[];
  /** figures that fell because of it */
  fell: number;
  /** somebody is gone because of it */
  gone: string[];
  trail: Trail | null;
}

/** Shorter ways are a turn on the spot, not a march. */
const STIR = 30;

const AT_SOMEBODY = ['target', 'enemy', 'into'];

/** Losses that are markers and not figures, and the worst that can happen to a unit. */
export const HURT = /^(loses|routs|leader routs|destroyed|gun lost|flees|leader falls|nephew lost|gone for good|breaks)$/;

export class Dispatch {
  events: Event[] = $state.raw([]);
  /** Whether nothing has been ordered since: it is to be read now. */
  fresh = $state(false);
  #open = false;
  #by: number | null = null;
  /** What the dice that our last choice brought about cost us: their next report begins with it. */
  #cost: Event[] = [];

  clear(): void {
    this.events = [];
    this.#cost = [];
    this.#open = false;
    this.fresh = false;
  }

  /** An action was seen by a side; what we choose ourselves closes the report, what they do next opens another. */
  hear(before: View, update: Update, side: number | null): void {
    if (update.action.undone) {
      this.events = this.events.filter((event) => event.seq <= update.seq);
      return;
    }
    const theirs = update.action.dice ? this.#open : update.action.side !== side;
    if (!theirs) {
      if (update.action.dice) this.#pay(before, update, side);
      else [this.#open, this.#cost, this.fresh] = [false, [], false];
      return;
    }
    // Whoever looks on has no turn of his own between the reports: another side begins another.
    if (side === null && !update.action.dice && (update.action.side ?? null) !== this.#by) this.#open = false;
    if (!this.#open) [this.events, this.#cost] = [this.#cost, []];
    this.#open = true;
    if (!update.action.dice) this.#by = update.action.side ?? null;
    const told = eventsOf(before, update, this.#by).filter((event) => !ourDeed(event, before, side));
    if (told.length === 0) return;
    this.events = told.reduce(follow, this.events);
    this.fresh = true;
  }

  /** Nobody of ours falls unheard, though it was our own choice that the dice fell for. */
  #pay(before: View, update: Update, side: number | null): void {
    const own = new Set(before.pieces.filter((piece) => piece.side === side).map((piece) => piece.id));
    const lost = eventsOf(before, update, null).filter((event) => (event.fell > 0 || event.gone.length > 0) && event.units.some((id) => own.has(id)));
    this.#cost = [...this.#cost, ...lost];
    if (lost.length > 0) this.events = [...this.events, ...lost];
  }

  get trails(): Trail[] {
    return this.events.flatMap((event) => (event.trail ? [event.trail] : []));
  }
}

/** Where both sides shoot at once, or one fires at who marches by, the report leaves out what our own men did to them. */
function ourDeed(event: Event, before: View, side: number | null): boolean {
  const sideOf = (id: unknown): number | undefined => before.pieces.find((piece) => piece.id === id)?.side;
  const at = AT_SOMEBODY.map((fact) => sideOf(event.entry.facts[fact])).find((one) => one !== undefined);
  return side !== null && sideOf(doer(event.entry)) === side && at !== undefined && at !== side;
}

/** A march goes on where the last one ended: hex by hex is one way, told once. So is what was announced and then done. */
function follow(events: Event[], next: Event): Event[] {
  const who = doer(next.entry);
  const heard = who === null ? -1 : events.findLastIndex((event) => event.entry.announces && doer(event.entry) === who && event.fell === 0 && event.gone.length === 0);
  if (heard >= 0) return [...events.slice(0, heard), ...events.slice(heard + 1), { ...next, trail: next.trail ?? events[heard]!.trail }];
  const last = events.at(-1);
  const [before, now] = [last?.trail, next.trail];
  const same = last && before && now && before.look === 'march' && now.look === 'march' && before.unit === now.unit && last.entry.what === next.entry.what;
  if (!same) return [...events, next];
  return [...events.slice(0, -1), { ...next, fell: last.fell + next.fell, gone: [...last.gone, ...next.gone], trail: { ...now, from: before.from } }];
}

/** The lines of an action that tell something besides the dice, with what changed on the table. */
export function eventsOf(before: View, update: Update, by: number | null = update.action.side ?? null): Event[] {
  const was = new Map(before.pieces.map((piece) => [piece.id, piece]));
  const now = new Map(update.view.pieces.map((piece) => [piece.id, piece]));
  const known = new Map([...was, ...now]);
  const lines = update.entries.filter((entry) => entry.what !== 'dice').map((entry) => ({ entry, units: unitsIn(entry, known) }));
  // What somebody lost is told once: where his loss is told, else where he is first spoken of.
  const teller = (id: number): Entry | undefined => (lines.find(({ entry }) => HURT.test(entry.what) && doer(entry) === id) ?? lines.find(({ units }) => units.includes(id)))?.entry;
  const told = new Set<number>();
  return lines.map(({ entry, units }) => {
    const [news, costs] = [units.filter((id) => !told.has(id)), units.filter((id) => teller(id) === entry)];
    for (const id of news) told.add(id);
    return { seq: update.seq, by, entry, units, fell: sum(costs.map((id) => fallen(was.get(id), now.get(id)))), gone: costs.filter((id) => was.has(id) && !now.has(id)).map((id) => was.get(id)!.name), trail: trailOf(entry, news, was, now) };
  });
}

const sum = (numbers: number[]): number => numbers.reduce((total, each) => total + each, 0);

function fallen(was: Piece | undefined, now: Piece | undefined): number {
  return was && now ? Math.max(0, (was.figures ?? 0) - (now.figures ?? 0)) : 0;
}

const at = (piece: Piece): Point => [piece.pose[0], piece.pose[1]];

function trailOf(entry: Entry, units: number[], was: ReadonlyMap<number, Piece>, now: ReadonlyMap<number, Piece>): Trail | null {
  for (const id of units) {
    const [from, to] = [was.get(id), now.get(id)];
    if (from && to && from.footprint.length > 0 && to.footprint.length > 0 && Math.hypot(from.pose[0] - to.pose[0], from.pose[1] - to.pose[1]) > STIR) return { unit: id, side: to.side, from: at(from), to: at(to), look: 'march' };
  }
  const who = entry.facts['unit'];
  const whom = AT_SOMEBODY.map((fact) => entry.facts[fact]).find((id) => typeof id === 'number');
  const [one, other] = [was.get(who as number), was.get(whom as number)];
  return one && other && one.side !== other.side && one.footprint.length > 0 && other.footprint.length > 0 ? { unit: one.id, side: one.side, from: at(one), to: at(other), look: 'shot' } : null;
}
