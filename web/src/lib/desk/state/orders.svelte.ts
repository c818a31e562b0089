// Several orders given at once: a way of many places, the same order to many units. They are done one after the other,
// each as if it had been given by itself, and stop where something comes in between.

import type { Journey, Noun, Piece } from '../../types';
import { cellAt } from '../../field';
import { T } from '../strings';
import { onTable } from '../words';
import { follow, fullAhead, lineUp, lookAt, moved, type Bearing } from './drill';
import type { Staged } from './intent.svelte';
import { offerOf, sameNoun, unitsOf } from './offers';
import type { Table } from './table.svelte';
import { draggable, type Wish } from './wish';

type Pose = readonly [number, number, number];

/** What is still to be done: a choice on a way, or a unit to be sent somewhere. */
type Step = { kind: 'choice'; what: Staged } | { kind: 'wish'; wish: Wish } | { kind: 'same'; verb: string; unit: number };

/** Orders that need no place to be pointed at. */
export type Drill = 'ahead' | 'face' | 'follow' | 'line' | 'repeat';
const DRILLS: readonly Drill[] = ['ahead', 'face', 'follow', 'line', 'repeat'];

/** How often ways are asked for where the server has no time, and milliseconds in between. */
const TRIES = 5;
const BUSY = 700;

export class Orders {
  /** Units chosen together. */
  group: number[] = $state.raw([]);
  /** Where the chosen unit can be sent, place by place. */
  journeys: ReadonlyMap<unknown, Journey> = $state.raw(new Map());
  /** The way being looked at. */
  shown: Journey | null = $state.raw(null);
  /** How many orders are still to be carried out. */
  waiting: number = $state(0);

  #steps: Step[] = [];
  /** A way ends where dice fall or somebody answers; orders to many units go on. */
  #strict = false;
  #at: number | null = null;
  #round = 0;
  #moment = '';
  #last: Bearing | null = null;

  constructor(readonly table: Table) {}

  // -------------------------------------------------------------- choosing many

  /** One more of them, or one less. */
  toggle(unit: number): void {
    const { table } = this;
    if (table.pieces.get(unit)?.side !== table.now?.side) return;
    const begun = this.group.length === 0 && table.unit !== null && table.unit !== unit && table.draggable.has(table.unit) ? [table.unit] : this.group;
    this.choose(begun.includes(unit) ? begun.filter((each) => each !== unit) : [...begun, unit]);
  }

  /** These, of our own, who may be sent somewhere. */
  choose(units: readonly number[]): void {
    const { table } = this;
    const able = units.filter((id) => table.pieces.get(id)?.side === table.now?.side && onTable(table.pieces.get(id)!));
    table.intent.clear();
    table.bubble = null;
    this.group = able;
    if (able.length > 0) table.unit = able.at(-1)!;
    if (able.length > 1) table.tell(T.orders.chosen(able.length));
  }

  /** Everybody inside a box drawn on the table. */
  box(from: readonly [number, number], to: readonly [number, number]): void {
    const between = (v: number, a: number, b: number): boolean => v >= Math.min(a, b) && v <= Math.max(a, b);
    const inside = [...this.table.pieces.values()].filter(({ pose }) => between(pose[0], from[0], to[0]) && between(pose[1], from[1], to[1]));
    const own = inside.filter((piece) => piece.side === this.table.now?.side);
    const able = own.filter((piece) => this.table.draggable.has(piece.id));
    this.choose((able.length > 0 ? able : own).map((piece) => piece.id));
  }

  clear(): void {
    this.#steps = [];
    this.waiting = 0;
    this.group = [];
    this.shown = null;
  }

  /** Whoever an order to this unit is meant for. */
  of(unit: number): number[] {
    return this.group.length > 1 && this.group.includes(unit) ? this.group : [unit];
  }

  // -------------------------------------------------------------- orders without a place

  /** What the chosen may be told in a word, where they may be sent at all. */
  drills(unit: number): Drill[] {
    const { table } = this;
    const open = table.now?.board.kind === 'table' && this.of(unit).some((each) => table.draggable.has(each));
    return open ? DRILLS.filter((drill) => this.of(unit).some((each) => this.#goal(drill, each) !== null)) : [];
  }

  drill(drill: Drill, unit: number): void {
    // Several line up with the one that was asked about.
    const mate = drill === 'line' && this.of(unit).length > 1 ? unit : null;
    const goals = this.of(unit).flatMap((each): Wish[] => {
      const pose = each === mate ? null : this.#goal(drill, each, mate);
      return pose ? [{ unit: each, pose, target: null, far: true }] : [];
    });
    this.send(goals);
  }

  /** The same for a unit that is being moved: its ghost goes there, to be looked at. */
  async show(drill: Drill, unit: number): Promise<void> {
    const goal = this.#goal(drill, unit);
    if (!goal) return;
    const pose = await this.table.mover.within(unit, goal);
    this.table.mover.drag(unit, pose);
    await this.table.mover.release(unit, pose);
  }

  #goal(drill: Drill, unit: number, mate: number | null = null): Pose | null {
    const piece = this.table.pieces.get(unit);
    if (!piece || !onTable(piece)) return null;
    const others = [...this.table.pieces.values()].filter((each) => each.id !== unit && onTable(each) && !each.leader);
    const friends = others.filter((each) => each.side === piece.side);
    const foes = others.filter((each) => each.side !== piece.side);
    switch (drill) {
      case 'ahead':
        return fullAhead(piece.pose);
      case 'face':
        return lookAt(piece.pose, foes.map((each) => each.pose));
      case 'follow':
        return follow(piece, friends);
      case 'line':
        return lineUp(piece, mate === null ? friends : friends.filter((each) => each.id === mate));
      case 'repeat':
        return this.#last ? moved(piece.pose, this.#last) : null;
    }
  }

  /** A verb that several of the chosen may follow, once for each. */
  shared(): { verb: string; label: string; units: number[] }[] {
    return (this.table.ask?.offers ?? []).flatMap((offer) => {
      // A verb that begins a move is not done with: those are sent, not told in a word.
      const able = offer.pick === 'unit' && !offer.drag ? this.group.filter((id) => offer.ids.includes(id)) : [];
      return able.length > 1 ? [{ verb: offer.verb, label: offer.label, units: able }] : [];
    });
  }

  all(verb: string, units: readonly number[]): void {
    this.#begin(units.map((unit) => ({ kind: 'same', verb, unit })), false);
  }

  // -------------------------------------------------------------- sending

  /** A unit was dragged: all that are chosen with it go the same way. */
  pulled(wish: Wish): Wish[] {
    const from = this.table.pieces.get(wish.unit)?.pose;
    const many = this.of(wish.unit);
    if (!from || many.length < 2 || wish.target !== null) return [wish];
    const [dx, dy] = [wish.pose[0] - from[0], wish.pose[1] - from[1]];
    // Who goes first makes room for those behind him.
    const ahead = (id: number): number => this.table.pieces.get(id)!.pose[0] * dx + this.table.pieces.get(id)!.pose[1] * dy;
    return [...many]
      .sort((a, b) => ahead(b) - ahead(a))
      .map((unit) => {
        const { pose } = this.table.pieces.get(unit)!;
        return { unit, pose: [pose[0] + dx, pose[1] + dy, pose[2]], target: null, far: true };
      });
  }

  send(wishes: readonly Wish[]): void {
    this.#begin(wishes.map((wish) => ({ kind: 'wish', wish })), false);
  }

  /** What a unit was last sent to do, to be said to others. */
  remember(piece: Piece, pose: Pose): void {
    const angle = (piece.pose[2] / 1800) * Math.PI;
    const [dx, dy] = [pose[0] - piece.pose[0], pose[1] - piece.pose[1]];
    this.#last = {
      ahead: dx * Math.sin(angle) + dy * Math.cos(angle),
      aside: dx * Math.cos(angle) - dy * Math.sin(angle),
      turn: pose[2] - piece.pose[2],
    };
  }

  #begin(steps: Step[], strict: boolean): void {
    this.#steps = steps;
    this.#strict = strict;
    this.#at = null;
    this.waiting = steps.length;
    this.next();
  }

  /** Something came in between that was not ordered. */
  interrupt(why: string): void {
    if (!this.#strict || this.#steps.length === 0) return;
    this.#steps = [];
    this.waiting = 0;
    this.table.tell(T.orders.stopped(why), 'bad');
  }

  /** The next of the orders, if it is time for it; true if something was begun. */
  next(): boolean {
    const { table } = this;
    if (!table.ask?.mine || table.busy || table.acting || table.arriving || table.wish || this.#at === table.now?.seq) return false;
    for (let step = this.#steps.shift(); step; step = this.#steps.shift()) {
      this.waiting = this.#steps.length;
      if (this.#take(step)) return true;
      if (this.#strict) this.#steps = [];
    }
    this.waiting = 0;
    return false;
  }

  #take(step: Step): boolean {
    const { table } = this;
    if (step.kind === 'wish') {
      if (!draggable(table.ask).includes(step.wish.unit)) return false;
      table.carry(step.wish);
      return true;
    }
    const what: Staged = step.kind === 'choice' ? step.what : { verb: step.verb, noun: step.unit };
    if (!offered(table, what)) return false;
    this.#at = table.now?.seq ?? null;
    void table.commit(what, true);
    return true;
  }

  // -------------------------------------------------------------- ways over many places

  /** Ask where the chosen unit can be sent; nothing where the book knows no places. */
  async look(): Promise<void> {
    const { table } = this;
    const unit = this.#traveller();
    const round = ++this.#round;
    const moment = `${table.now?.seq} ${unit}`;
    this.shown = null;
    // The ways of another unit, or of a moment ago, are nobody's.
    if (moment !== this.#moment && this.journeys.size > 0) this.journeys = new Map();
    this.#moment = moment;
    if (unit === null) return;
    for (let tries = TRIES; tries > 0; tries--) {
      const answer = await table.question<{ journeys: Journey[] }>('journeys', { unit }).catch(() => null);
      if (round !== this.#round || this.#traveller() !== unit) return;
      if (answer) {
        this.journeys = new Map(answer.journeys.map((each) => [each.to, each]));
        return;
      }
      // The server is busy, or another question took the place of this one.
      await new Promise((done) => setTimeout(done, BUSY));
    }
  }

  /** The position is another one: the ways known are not its. */
  outdate(): void {
    if (this.journeys.size > 0) this.journeys = new Map();
    this.#moment = '';
  }

  #traveller(): number | null {
    const { ask, unit } = this.table;
    if (!ask?.mine || this.table.now?.board.kind !== 'hex' || this.waiting > 0) return null;
    if (ask.offers.some((offer) => offer.travels)) return ask.about ?? unit ?? -1;
    return unit !== null && ask.offers.some((offer) => offer.drag && unitsOf(offer).includes(unit)) ? unit : null;
  }

  /** The way to a point of the map. */
  at(x: number, y: number): Journey | null {
    const cell = cellAt(this.table.now?.board.areas ?? [], new Set(this.journeys.keys()), x, y);
    return cell === null ? null : (this.journeys.get(cell) ?? null);
  }

  /** A place was pointed at: where dice or others wait at its end the way is shown first. */
  go(journey: Journey): void {
    if (journey.stops && this.shown !== journey) {
      this.shown = journey;
      this.table.tell(T.orders.willStop(journey.stops));
      return;
    }
    this.#begin(journey.acts.map(([verb, noun]) => ({ kind: 'choice', what: { verb, noun } })), true);
  }
}

function offered(table: Table, { verb, noun }: Staged): boolean {
  const offer = offerOf(table.ask, verb);
  if (offer?.pick === 'cell' || offer?.pick === 'unit') return (offer.ids as Noun[]).some((id) => sameNoun(id, noun));
  return false;
}
