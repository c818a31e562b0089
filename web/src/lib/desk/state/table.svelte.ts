// One game as this screen sees it: the session, what is selected in it, what is foreseen, and orders given by hand.

import { placeOf } from '../../field/cells';
import type { Stone } from '../../field/types';
import type { Noun, Row, Update } from '../../types';
import { T } from '../strings';
import { announcer } from './announce.svelte';
import { hands } from './cards';
import { Foresight } from './foresight.svelte';
import { Glass } from './glass.svelte';
import type { Staged } from './intent.svelte';
import { Mover } from './mover.svelte';
import { choiceOf, concerns, foregone, offerOf, onlyVerb, unitsIn, unitsOf } from './offers';
import { Orders } from './orders.svelte';
import { Pupil } from './pupil.svelte';
import { Reasons } from './reasons.svelte';
import { Selection } from './selection.svelte';
import { play } from './sounds';
import { Why } from './why.svelte';
import { toward, type Wish } from './wish';

/** How many choices a drag may make on its way: to activate, to name, to throw. */
const MOST_PULLS = 4;

/** Milliseconds, at least, before a moment for cards passes by itself where people look on. */
const DAWDLE = 1000;

export class Table extends Selection {
  hovered: number | null = $state(null);
  /** Units of the journal entry under the mouse. */
  pointed: readonly number[] = $state.raw([]);
  readonly why = new Why(this);
  readonly mover = new Mover(this);
  readonly glass = new Glass(this);
  readonly orders = new Orders(this);
  readonly foresight = new Foresight(this);
  readonly pupil = new Pupil(this);
  readonly reasons = new Reasons(this);
  /** A unit sent somewhere is on its way there. */
  arriving: boolean = $state(false);
  /** What the last drag asked for, until it has been done or cannot be. */
  wish: Wish | null = $state.raw(null);
  /** Cards held back: nobody asks for them, by the verbs that play them. */
  held = $state.raw<ReadonlySet<string>>(new Set());

  #passing: ReturnType<typeof setTimeout> | undefined;

  override close(): void {
    clearTimeout(this.#passing);
    this.why.clear();
    super.close();
  }

  get selection(): Foresight['drawn'] {
    return this.foresight.drawn;
  }

  // -------------------------------------------------------------- from the session

  protected heard(update: Update): void {
    this.pupil.hear(update);
    if (update.action.dice) this.orders.interrupt(T.orders.dice);
    else if (update.action.side !== this.now?.side) this.orders.interrupt(T.orders.answered);
  }

  protected answered(refused: boolean): void {
    if (refused) this.wish = null;
    if (!this.#unasked() && !this.#pursue()) this.orders.next();
  }

  protected seated(): void {
    this.unit = null;
  }

  holdBack(verb: string, back: boolean): void {
    const held = new Set(this.held);
    if (back) held.add(verb);
    else held.delete(verb);
    this.held = held;
    this.callToAction();
  }

  /** What is no choice is done; not after a step back, or nobody could step back over it. */
  #unasked(): boolean {
    const only = this.stepped || this.busy ? null : foregone(this.ask, this.held);
    clearTimeout(this.#passing);
    if (only?.passes && this.#watched()) this.#passing = setTimeout(() => this.#pass(this.now?.seq), DAWDLE * (1 + 3 * Math.random()));
    else if (only) void this.commit(only);
    return only !== null;
  }

  /** Whether people sit on another side: to them, letting a moment pass unasked must look like thinking it over. */
  #watched(): boolean {
    const mine = this.hands.map((hand) => hand.now?.side);
    return this.now?.seats.some((seat) => seat.kind !== 'agent' && !mine.includes(seat.side)) ?? false;
  }

  #pass(seq: number | undefined): void {
    const only = this.now?.seq === seq && !this.busy ? foregone(this.ask, this.held) : null;
    if (only?.passes) void this.commit(only);
  }

  protected callToAction(): void {
    const ask = this.ask;
    if (this.#unasked() || this.#pursue() || this.orders.next()) return;
    void this.orders.look();
    if (ask?.mine) {
      play('turn');
      announcer.say(`${T.yourChoice}: ${ask.prompt}`);
    }
  }

  /** A card that has left the hand is held back no more: should it come again, it is asked about again. */
  #forget(): void {
    if (this.held.size === 0 || !this.now) return;
    const hand = hands(this.now.view).find((each) => each.side === this.now!.side)?.cards ?? [];
    const still = [...this.held].filter((verb) => hand.some((card) => card.verb === verb));
    if (still.length < this.held.size) this.held = new Set(still);
  }

  /** A new moment: nothing is chosen yet, unless nothing else can be. */
  protected fresh(): void {
    this.#forget();
    this.intent.clear();
    this.orders.outdate();
    this.confirming = null;
    this.bubble = null;
    if (this.notice?.tone === 'plain') this.notice = null;
    this.why.clear();
    this.mover.clear();
    this.verb = null;
    if (this.unit !== null && !this.pieces.has(this.unit)) this.unit = null;
    const ask = this.ask;
    if (ask?.mine) {
      // Whoever is done is let go of, so that the list speaks of those who are not.
      if (this.unit !== null && this.pieces.get(this.unit)?.side === this.now?.side && !this.actors.includes(this.unit)) this.unit = null;
      const only = onlyVerb(ask);
      const offer = offerOf(ask, only);
      if (!offer && this.unit !== null) void this.why.deny(this.unit);
      if (offer) {
        this.verb = only;
        if (offer.pick === 'reach') this.unit = offer.unit;
        else if (offer.pick === 'pair' && offer.from.length === 1) this.unit = offer.from[0]![0];
        else if (this.unit !== null && !unitsOf(offer).includes(this.unit)) this.unit = null;
      }
      if (this.unit === null && ask.about !== null && ask.about !== undefined && this.pieces.has(ask.about)) this.unit = ask.about;
    }
    void this.glass.refresh();
  }

  override async commit(what: Staged | null = this.staged, sure = false): Promise<void> {
    if (what) this.pupil.choose(what);
    await super.commit(what, sure);
  }

  // -------------------------------------------------------------- orders by hand

  /** A unit was pulled somewhere, or onto somebody. */
  pull(wish: Wish): void {
    const journey = wish.target === null ? this.orders.at(wish.pose[0], wish.pose[1]) : null;
    if (journey) {
      this.orders.shown = journey;
      this.orders.go(journey);
      return;
    }
    const wishes = this.orders.pulled(wish);
    if (wishes.length > 1) this.orders.send(wishes);
    else this.carry(wish);
  }

  /** See to what was asked for. */
  carry(wish: Wish): void {
    this.why.clear();
    this.intent.clear();
    this.bubble = null;
    this.#pulls = MOST_PULLS;
    this.#pulledAt = null;
    this.wish = wish;
    this.#pursue();
  }

  #pulls = 0;
  #pulledAt: number | null = null;

  /** The next thing towards what was asked for with a drag; false if there is none. */
  #pursue(): boolean {
    const { wish, ask } = this;
    // What was chosen last for it has been done before the next is.
    if (!wish || !ask?.mine || this.acting || this.busy || this.#pulledAt === this.now?.seq) return false;
    const next = this.#pulls-- > 0 && this.pieces.has(wish.unit) ? toward(ask, wish) : ({ way: 'none' } as const);
    if (next.way === 'first') {
      this.#pulledAt = this.now?.seq ?? null;
      void this.commit(next.what);
      return true;
    }
    this.wish = null;
    this.unit = wish.unit;
    if (next.way === 'move') {
      this.verb = next.verb;
      void this.#arrive(wish);
    } else if (next.way === 'show') this.#showDeeds(wish.unit, next.choices);
    else {
      this.verb = onlyVerb(ask);
      if (wish.target !== null) void this.#nothingTo(wish.target);
      else if (this.now?.board.kind === 'hex' && ask.offers.some((offer) => offer.travels)) void this.#travel(wish);
      else void this.why.deny(wish.unit);
      return false;
    }
    return true;
  }

  /** The ways of who has just been told to act are asked for, and the one that was dragged is taken. */
  async #travel(wish: Wish): Promise<void> {
    const seq = this.now?.seq;
    await this.orders.look();
    if (this.now?.seq !== seq || this.unit !== wish.unit) return;
    const journey = this.orders.at(wish.pose[0], wish.pose[1]);
    if (journey) {
      this.orders.shown = journey;
      this.orders.go(journey);
    } else void this.why.deny(wish.unit);
  }

  /** Somebody was dropped on whom he can do nothing to: the rules say why, or it is said that it is so. */
  async #nothingTo(target: number): Promise<void> {
    const seq = this.now?.seq;
    this.hover(target);
    const told = await this.why.about(target);
    if (!told && this.now?.seq === seq && this.unit !== null) this.tell(T.orders.nothingTo(this.pieces.get(this.unit)?.name ?? '', this.pieces.get(target)?.name ?? ''));
  }

  async #arrive(wish: Wish): Promise<void> {
    const piece = this.pieces.get(wish.unit);
    if (piece && !wish.far) this.orders.remember(piece, wish.pose);
    this.arriving = true;
    try {
      await this.mover.arrive(wish.unit, wish.pose, wish.far, wish.by);
    } finally {
      this.arriving = false;
    }
    if (!this.acting) this.orders.next();
  }

  #showDeeds(unit: number, deeds: Staged[]): void {
    const view = this.now!.view;
    const found = deeds.map((deed) => choiceOf(offerOf(this.ask, deed.verb)!, deed.noun, view));
    const target = unitsIn(offerOf(this.ask, deeds[0]!.verb), deeds[0]!.noun).find((id) => id !== unit) ?? unit;
    this.verb = deeds.length === 1 ? deeds[0]!.verb : null;
    this.bubble = { unit: target, choices: found, denied: false };
    if (deeds.length === 1) void this.stage(deeds[0]!.verb, deeds[0]!.noun);
  }

  /** Everything a unit may do now, and what it may not, beside it. */
  menu(unit: number): void {
    if (!this.mine || !this.now) return;
    this.pick(unit);
    if (this.unit !== unit) return;
    // The list of all that can be done is not said of somebody with whom nothing can.
    const about = this.verb !== null || concerns(this.ask, unit, this.now.view);
    // Places are pointed at on the map: beside the unit their numbers would say nothing.
    const place = (verb: string, noun: Noun): boolean => noun !== null && offerOf(this.ask, verb)?.pick === 'cell' && placeOf(this.now!.board, noun) !== null;
    const others = (verb: string, noun: Noun): boolean => typeof noun === 'number' && noun !== unit && offerOf(this.ask, verb)?.pick === 'unit';
    const choices = about ? this.list.filter((choice) => !others(choice.verb, choice.noun) && (choice !== this.wayOut || this.list.length === 1) && !(choice.opens === null && place(choice.verb, choice.noun))) : [];
    // Its name stands above: a line that says only whom it is about says what is done instead.
    const said = choices.map((choice) => (choice.opens === null && choice.noun === unit ? { ...choice, label: this.label(choice.verb) } : choice));
    this.bubble = { unit, choices: said, denied: true };
    void this.why.deny(unit);
  }

  // -------------------------------------------------------------- looking

  /** A stone for each who is gone. */
  get stones(): Stone[] {
    return (this.now?.lost ?? []).map(({ unit, side, at, name, words }) => ({ unit, side, at, words: words || T.dispatch.gone(name) }));
  }

  hover(unit: number | null): void {
    this.hovered = unit;
    if (this.glass.kinds.size > 0 && this.unit === null) void this.glass.refresh();
    this.why.point(unit);
  }

  async card(unit: number): Promise<Row[]> {
    return (await this.question<{ rows: Row[] }>('card', { unit })).rows;
  }
}
