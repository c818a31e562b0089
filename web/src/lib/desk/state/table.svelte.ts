// One game as this screen sees it: the seats held here, what is shown, what is being decided.

import type { Ask, DiceFall, Noun, Offer, Piece, Preview, Row, Sync, Update } from '../../types';
import { cellsOf, type Motion, type Selection } from '../../field';
import { Refused, type LineOptions, type LineStatus } from '../net/socket';
import { T } from '../strings';
import { announcer } from './announce.svelte';
import { hands } from './cards';
import { Dispatch } from './dispatch.svelte';
import { Glass } from './glass.svelte';
import { after, greet, Hand } from './hand.svelte';
import { Intent, type Staged } from './intent.svelte';
import { Mover } from './mover.svelte';
import { Orders } from './orders.svelte';
import { actors, cellOf, choiceOf, choices, foregone, offerOf, onlyVerb, targetsOf, unitsIn, unitsOf, type Choice, type Deal } from './offers';
import { likes } from './prefs.svelte';
import { play } from './sounds';
import { Why } from './why.svelte';
import { draggable, toward, type Wish } from './wish';

/** What may be done to somebody or by somebody, told where he stands. */
export interface Bubble {
  unit: number;
  choices: Choice[];
  denied: boolean;
}

export interface Notice {
  words: string;
  cite: string | null;
  tone: 'good' | 'bad' | 'plain';
}

/** How many choices a drag may make on its way: to activate, to name, to throw. */
const MOST_PULLS = 4;

/** Milliseconds, at least, before a moment for cards passes by itself where people look on. */
const DAWDLE = 1000;

type Shower = Pick<Motion, 'play' | 'skip' | 'reset'>;

export class Table {
  hands: Hand[] = $state.raw([]);
  current: number = $state(0);
  /** The side that is to take the chair while the curtain is drawn. */
  curtain: number | null = $state(null);
  #seated = false;

  verb: string | null = $state(null);
  unit: number | null = $state(null);
  readonly intent = new Intent(({ verb, noun }) => this.question<Preview>('preview', { verb, noun }));
  /** Asked again before it is done. */
  confirming: Staged | null = $state.raw(null);
  acting: boolean = $state(false);
  notice: Notice | null = $state.raw(null);
  hovered: number | null = $state(null);
  /** Units of the journal entry under the mouse. */
  pointed: readonly number[] = $state.raw([]);
  readonly why = new Why(this);
  readonly mover = new Mover(this);
  readonly glass = new Glass(this);
  readonly dispatch = new Dispatch();
  readonly orders = new Orders(this);
  /** A unit sent somewhere is on its way there. */
  arriving: boolean = $state(false);
  /** What the last drag asked for, until it has been done or cannot be. */
  wish: Wish | null = $state.raw(null);
  /** The pointer measures from point to point. */
  taping: boolean = $state(false);
  /** Beside the table's point where they were asked for: what may be done, and what may not. */
  bubble: Bubble | null = $state.raw(null);
  busy: boolean = $state(false);
  /** Whether this side has chosen something, as far as we saw it. */
  begun: boolean = $state(false);
  /** The dice on the table. */
  fall: DiceFall | null = $state.raw(null);
  /** The dice or the enemy are being shown; the next choice waits until they are done. */
  motion: Shower | null = null;

  #queue: { hand: Hand; update: Update }[] = [];
  #hurried = false;
  #memo = new Map<string, unknown>();
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;
  /** the last thing that happened was a step back */
  #stepped = false;
  #passing: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly game: string,
    tokens: (string | null)[],
    options?: LineOptions,
  ) {
    this.hands = (tokens.length > 0 ? tokens : [null]).map((token) => new Hand(this, token, options));
  }

  close(): void {
    clearTimeout(this.#passing);
    clearTimeout(this.#noticeTimer);
    this.why.clear();
    for (const hand of this.hands) hand.line.close();
  }

  // -------------------------------------------------------------- what is shown

  get hand(): Hand {
    return this.hands[this.current] ?? this.hands[0]!;
  }

  get staged(): Staged | null {
    return this.intent.staged;
  }

  /** What is being looked at, or else what is chosen. */
  get shown(): Staged | null {
    return this.intent.shown;
  }

  get preview(): Preview | null {
    return this.intent.preview;
  }

  get previewing(): boolean {
    return this.intent.previewing;
  }

  now: Sync | null = $derived(this.hand.now);
  ask: Ask | null = $derived(this.busy || this.curtain !== null ? null : (this.now?.ask ?? null));
  mine: boolean = $derived(this.ask?.mine ?? false);
  pieces: Map<number, Piece> = $derived(new Map((this.now?.view.pieces ?? []).map((piece) => [piece.id, piece])));
  offer: Offer | null = $derived(offerOf(this.ask, this.verb));
  deal: Deal = $derived({ verb: this.verb, unit: this.unit, map: this.now?.board.kind === 'hex' });
  list: Choice[] = $derived(this.now ? choices(this.ask, this.deal, this.now.view) : []);
  actors: number[] = $derived(this.mine ? actors(this.ask) : []);
  draggable: ReadonlySet<number> = $derived(new Set(this.mine ? draggable(this.ask) : []));
  status: LineStatus = $derived(this.hand.status);
  hotSeat: boolean = $derived(this.hands.length > 1);

  selection: Selection = $derived({
    unit: this.unit,
    verb: this.verb,
    pair: this.#stagedPair(),
    cell: this.#stagedCell(),
    others: [...this.pointed, ...this.#stagedUnits(), ...this.#namedUnits()],
  });

  /** Whom the question speaks of by name. */
  #namedUnits(): number[] {
    const prompt = this.mine && (this.unit === null || this.unit === this.ask?.about) ? (this.ask?.prompt ?? '') : '';
    return prompt ? [...this.pieces.values()].filter((piece) => prompt.includes(piece.name)).map((piece) => piece.id) : [];
  }

  /** The place about to be chosen: not a unit, whatever its number. */
  #stagedCell(): Noun {
    const offer = offerOf(this.ask, this.shown?.verb);
    const noun = this.shown?.noun ?? null;
    if (offer?.pick === 'cell') return noun;
    return offer?.pick === 'pair' && offer.to === 'cell' && Array.isArray(noun) ? (noun[1] ?? null) : null;
  }

  /** The enemy the question speaks of, on his way to the unit that must answer. */
  #comesAt(actor: number): [number, number] | null {
    const side = this.pieces.get(actor)?.side;
    const foes = this.#namedUnits().filter((id) => id !== actor && this.pieces.get(id)?.side !== side);
    return foes.length === 1 ? [foes[0]!, actor] : null;
  }

  #stagedPair(): [number, number] | null {
    const noun = this.shown?.noun;
    const actor = this.ask?.about;
    // Whoever acts does it to the one that is named.
    if (typeof noun === 'number' && typeof actor === 'number' && noun !== actor && offerOf(this.ask, this.shown?.verb)?.pick === 'unit' && this.pieces.has(noun) && this.pieces.has(actor)) return [actor, noun];
    if (typeof actor === 'number' && (noun === null || noun === undefined)) return this.#comesAt(actor);
    const [one, other] = this.shown && Array.isArray(this.shown.noun) ? this.#about() : [];
    return one !== undefined && other !== undefined && this.pieces.has(one) && this.pieces.has(other) ? [one, other] : null;
  }

  #stagedUnits(): number[] {
    return this.#about().filter((unit) => unit !== this.unit && this.pieces.has(unit));
  }

  /** The units the staged choice speaks of. */
  #about(): number[] {
    return this.shown ? unitsIn(offerOf(this.ask, this.shown.verb), this.shown.noun) : [];
  }

  get turn(): number | null {
    const log = this.now?.log ?? [];
    for (let i = log.length - 1; i >= 0; i--) {
      const turn = log[i]!.facts?.['turn'];
      if (typeof turn === 'number') return turn;
    }
    return null;
  }

  // -------------------------------------------------------------- from the server

  synced(hand: Hand, message: Sync): void {
    const since = hand.now?.seq ?? null;
    const first = hand.now === null;
    this.#queue = this.#queue.filter((each) => each.hand !== hand);
    hand.now = greet(hand.now, message);
    this.#memo.clear();
    if (hand !== this.hand) {
      this.#changeHands();
      return;
    }
    if (first || since !== message.seq) {
      this.motion?.reset();
      this.#fresh();
    }
    this.#changeHands();
    this.#callToAction();
  }

  updated(hand: Hand, message: Update): void {
    if (hand !== this.hand || this.curtain !== null) {
      if (hand.now) hand.now = after(hand.now, message);
      this.#changeHands();
      return;
    }
    this.#queue.push({ hand, update: message });
    if (!this.busy) void this.#pump();
  }

  async #pump(): Promise<void> {
    this.busy = true;
    this.fall = null;
    this.#hurried = likes.speed === 0;
    while (this.#queue.length > 0) {
      const { hand, update } = this.#queue.shift()!;
      if (!hand.now) continue;
      this.dispatch.hear(hand.now.view, update, hand.now.side);
      hand.now = after(hand.now, update);
      if (update.action.dice) this.fall = update.action.dice;
      else if (update.action.side === hand.now.side) this.begun = true;
      if (update.action.dice) this.orders.interrupt(T.orders.dice);
      else if (update.action.side !== hand.now.side) this.orders.interrupt(T.orders.answered);
      this.#stepped = update.action.undone ?? false;
      this.#tell(update);
      if (!this.#hurried && this.motion) {
        if (update.action.dice) play('dice');
        else if (!update.action.undone) play('move');
        await this.motion.play(update);
      }
    }
    this.busy = false;
    this.#memo.clear();
    this.#fresh();
    this.#changeHands();
    this.#callToAction();
  }

  /** Show no more of it: to the next choice at once. */
  skip(): void {
    this.#hurried = true;
    this.motion?.skip();
  }

  #tell(update: Update): void {
    if (update.action.undone) announcer.say(T.undone);
    for (const entry of update.entries) announcer.say(entry.words);
    if (update.outcome) {
      play('end');
      announcer.now(update.outcome.words);
    }
  }

  /** Cards held back: nobody asks for them, by the verbs that play them. */
  held = $state.raw<ReadonlySet<string>>(new Set());

  holdBack(verb: string, back: boolean): void {
    const held = new Set(this.held);
    if (back) held.add(verb);
    else held.delete(verb);
    this.held = held;
    this.#callToAction();
  }

  /** What is no choice is done; not after a step back, or nobody could step back over it. */
  #unasked(): boolean {
    const only = this.#stepped || this.busy ? null : foregone(this.ask, this.held);
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

  #callToAction(): void {
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
  #fresh(): void {
    this.#forget();
    this.intent.clear();
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

  // -------------------------------------------------------------- hands and curtain

  #changeHands(): void {
    if (this.busy || this.hands.length < 2 || this.curtain !== null) return;
    if (this.hands.some((hand) => !hand.now)) return;
    const waiting = this.hands.findIndex((hand) => hand.now?.ask?.mine);
    if (waiting < 0 || this.hand.now?.ask?.mine) {
      if (!this.#seated && waiting >= 0) this.#seat(this.current);
      return;
    }
    this.#seat(waiting);
  }

  #seat(at: number): void {
    const [from, to] = [this.hand, this.hands[at]!];
    const first = !this.#seated;
    this.#seated = true;
    if (to.now?.hides || (likes.curtain && (first || from !== to))) {
      this.current = at;
      this.curtain = to.side;
      return;
    }
    if (from !== to) {
      this.current = at;
      this.unit = null;
      this.#fresh();
      announcer.say(T.handsChange(this.sideName(to.side)));
      this.#callToAction();
    }
  }

  /** The other player has taken the chair. */
  raise(): void {
    this.curtain = null;
    this.unit = null;
    this.dispatch.clear();
    this.motion?.reset();
    this.#fresh();
    this.#callToAction();
  }

  sideName(side: number | null | undefined): string {
    return side === null || side === undefined ? T.spectator : (this.now?.sides[side] ?? String(side));
  }

  // -------------------------------------------------------------- choosing

  label(verb: string): string {
    return offerOf(this.now?.ask, verb)?.label ?? verb.replace(/_/g, ' ');
  }

  chooseVerb(verb: string): void {
    const offer = offerOf(this.ask, verb);
    if (!offer) return;
    this.intent.clear();
    if (verb !== this.verb) this.mover.clear();
    this.verb = verb;
    void this.glass.refresh();
    if (offer.pick === 'reach') this.unit = offer.unit;
    else if (offer.pick === 'pair' && offer.from.length === 1) this.unit = offer.from[0]![0];
    else if (offer.pick === 'unit' && this.unit !== null && offer.ids.includes(this.unit)) void this.stage(verb, this.unit);
    else if (!unitsOf(offer).includes(this.unit ?? -1)) this.unit = this.ask?.about ?? null;
  }

  /**
   * A line of the list was chosen: it is opened, or shown with what it leads to; if it was chosen already, it is done.
   * The second half of a double click is no decision.
   */
  choose(choice: Choice, pointer = false): void {
    if (choice.opens !== null) {
      if (choice.about !== undefined && typeof choice.about === 'number') {
        this.intent.clear();
        this.verb = choice.verb;
        this.unit = choice.about;
      } else {
        const unit = this.unit;
        this.chooseVerb(choice.verb);
        const offer = offerOf(this.ask, choice.verb);
        if (offer && unit !== null && unitsOf(offer).includes(unit)) this.unit = unit;
      }
      return;
    }
    if (this.isStaged(choice)) {
      if (!pointer || !this.intent.hasty) void this.commit({ verb: choice.verb, noun: choice.noun });
    } else if (choice.noun === null) void this.#press(choice.verb);
    else void this.stage(choice.verb, choice.noun);
  }

  /** A button: where nothing is thrown there is nothing to show, and it is done. */
  async #press(verb: string): Promise<void> {
    if (this.#lone({ verb, noun: null }) || offerOf(this.ask, verb)?.confirm) return this.commit({ verb, noun: null });
    const seq = this.now?.seq;
    await this.stage(verb, null);
    if (this.now?.seq === seq && this.intent.is({ verb, noun: null }) && this.preview && !this.preview.odds && !this.preview.refusal) await this.commit();
  }

  /** What is the only choice needs no second thought. */
  #lone(what: Staged): boolean {
    return this.ask?.offers.length === 1 && what.noun === null;
  }

  /** The way out of what is asked: the last of the plain buttons. It has a key of its own. */
  wayOut: Choice | null = $derived(this.list.findLast((choice) => choice.opens === null && choice.noun === null) ?? null);

  isStaged(choice: Choice): boolean {
    return choice.opens === null && this.intent.is(choice);
  }

  /** One step back in what has been chosen; true if there was one. */
  back(): boolean {
    if (this.confirming) {
      this.confirming = null;
      return true;
    }
    if (this.taping) {
      this.taping = false;
      return true;
    }
    if (this.bubble) {
      this.bubble = null;
      this.intent.clear();
      return true;
    }
    if (this.orders.group.length > 1 || this.orders.shown || this.orders.waiting > 0) {
      this.orders.clear();
      return true;
    }
    if (this.mover.singles?.on && this.unit !== null) {
      this.mover.adjust(this.unit, false);
      return true;
    }
    if (this.mover.ghost) {
      this.mover.cancel();
      return true;
    }
    if (this.staged) {
      this.intent.clear();
      return true;
    }
    const only = onlyVerb(this.ask);
    if (this.verb !== null && this.verb !== only) {
      this.verb = null;
      this.unit = this.ask?.about ?? this.unit;
      void this.glass.refresh();
      return true;
    }
    if (this.unit !== null && this.unit !== this.ask?.about && this.offer?.pick !== 'reach') {
      this.unit = null;
      this.why.denied = [];
      return true;
    }
    return false;
  }

  /** A unit was picked on the board or in a list. */
  pick(unit: number | null): void {
    this.why.clear();
    this.bubble = null;
    if (unit === null || !this.orders.group.includes(unit)) this.orders.clear();
    queueMicrotask(() => void this.orders.look());
    if (unit === null) {
      if (this.offer?.pick !== 'reach') {
        this.intent.clear();
        this.unit = null;
        if (this.verb !== onlyVerb(this.ask)) this.verb = null;
      }
      return;
    }
    const offer = this.offer;
    if (this.mine && offer) {
      if (offer.pick === 'unit' && offer.ids.includes(unit)) {
        const again = this.intent.is({ verb: offer.verb, noun: unit });
        this.unit = unit;
        if (!again) void this.stage(offer.verb, unit);
        else if (!this.previewing) void this.commit();
        return;
      }
      if (offer.pick === 'pair') {
        if (this.unit !== null && targetsOf(offer, this.unit).includes(unit)) {
          this.pair(this.unit, unit);
          return;
        }
        if (unitsOf(offer).includes(unit)) {
          this.intent.clear();
          this.unit = unit;
          return;
        }
      }
      const cell = cellOf(offer, unit);
      if (cell !== undefined) {
        void this.cell(cell);
        return;
      }
      if (offer.pick === 'reach') {
        this.hover(unit);
        return;
      }
      if (this.verb !== onlyVerb(this.ask)) this.verb = null;
    } else if (this.mine && this.unit !== null) {
      // A unit is chosen, now an enemy: the one thing it can do to him, if there is only one.
      const able = (this.ask?.offers ?? []).filter((each) => targetsOf(each, this.unit).includes(unit));
      if (able.length > 0 && !this.actors.includes(unit)) {
        this.verb = able[0]!.verb;
        this.pair(this.unit, unit);
        return;
      }
    }
    this.intent.clear();
    this.unit = unit;
    if (this.mine && this.verb === null) void this.why.deny(unit);
    else this.hover(unit);
    void this.glass.refresh();
  }

  pair(unit: number, target: number): void {
    const offers = (this.ask?.offers ?? []).filter((offer) => targetsOf(offer, unit).includes(target));
    const offer = offers.find((each) => each.verb === this.verb) ?? offers[0];
    if (!offer) return;
    this.unit = unit;
    this.verb = offer.verb;
    if (this.intent.is({ verb: offer.verb, noun: [unit, target] })) {
      if (!this.previewing) void this.commit();
    } else void this.stage(offer.verb, [unit, target]);
  }

  /** A place was picked that an offer names: done at once where no dice follow, for it can be undone. */
  async cell(id: unknown): Promise<void> {
    const journey = this.orders.journeys.get(id);
    if (journey && (this.verb === null || journey.acts.some(([verb]) => verb === this.verb))) {
      this.orders.go(journey);
      return;
    }
    const offers = (this.ask?.offers ?? []).filter((each) => this.verb === null || each.verb === this.verb);
    const map = offers.find((each) => cellsOf([each], this.unit).size > 0);
    const onMap = map !== undefined && cellsOf([map], this.unit).has(id);
    const offer = onMap ? map : offers.find((each) => each.pick === 'cell' && (each.ids as unknown[]).includes(id));
    if (!offer) return;
    const noun: Noun = offer.pick === 'pair' ? [this.unit!, id as Noun] : (id as Noun);
    if (this.intent.is({ verb: offer.verb, noun })) {
      if (!this.previewing) void this.commit();
      return;
    }
    this.verb = offer.verb;
    await this.stage(offer.verb, noun);
    const here = this.intent.is({ verb: offer.verb, noun });
    if (onMap && here && this.preview && !this.preview.odds && !this.preview.refusal) void this.commit();
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
      if (wish.target === null) void this.why.deny(wish.unit);
      else this.hover(wish.target);
      return false;
    }
    return true;
  }

  async #arrive(wish: Wish): Promise<void> {
    const piece = this.pieces.get(wish.unit);
    if (piece && !wish.far) this.orders.remember(piece, wish.pose);
    this.arriving = true;
    try {
      await this.mover.arrive(wish.unit, wish.pose, wish.far);
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
    const choices = this.list.filter((choice) => choice !== this.wayOut || this.list.length === 1);
    this.bubble = { unit, choices, denied: true };
    void this.why.deny(unit);
  }

  /** The next unit that may act, for the keyboard. */
  next(step: 1 | -1): number | null {
    const able = this.offer && unitsOf(this.offer).length > 0 ? unitsOf(this.offer) : this.actors;
    if (able.length === 0) return null;
    const at = this.unit === null ? (step > 0 ? -1 : 0) : able.indexOf(this.unit);
    const unit = able[(at + step + able.length) % able.length]!;
    this.pick(unit);
    return unit;
  }

  // -------------------------------------------------------------- odds before commit

  /** Choose something, to look at what it would lead to; done when that is known. */
  async stage(verb: string, noun: Noun): Promise<void> {
    await this.intent.stage({ verb, noun });
  }

  /** A question whose answer stands as long as the position does. */
  async question<A>(type: string, fields: Record<string, unknown>): Promise<A> {
    const key = `${this.current} ${this.now?.seq} ${type} ${JSON.stringify(fields)}`;
    const known = this.#memo.get(key);
    if (known !== undefined) return known as A;
    const answer = await this.hand.line.ask<A>(type, fields);
    this.#memo.set(key, answer);
    return answer;
  }

  // -------------------------------------------------------------- doing

  async commit(what: Staged | null = this.staged, sure = false): Promise<void> {
    if (!what || !this.mine || this.acting) return;
    if (!sure && !this.#lone(what) && offerOf(this.ask, what.verb)?.confirm) {
      this.confirming = what;
      return;
    }
    this.confirming = null;
    await this.#do('act', { verb: what.verb, noun: what.noun });
  }

  async undo(): Promise<void> {
    if (this.now?.can_undo) await this.#do('undo');
  }

  async redo(): Promise<void> {
    if (this.now?.can_redo) await this.#do('redo');
  }

  async #do(type: 'act' | 'undo' | 'redo', fields: Record<string, unknown> = {}): Promise<void> {
    if (!this.now || this.acting) return;
    this.acting = true;
    try {
      await this.hand.line.ask(type, { seq: this.now.seq, ...fields });
    } catch (fault) {
      if (!(fault instanceof Refused)) throw fault;
      if (fault.code === 'closed') return;
      this.tell(fault.code === 'stale' ? T.stale : fault.message, 'bad', fault.cite);
      this.wish = null;
    } finally {
      this.acting = false;
      if (!this.#unasked() && !this.#pursue()) this.orders.next();
    }
  }

  tell(words: string, tone: Notice['tone'] = 'plain', cite: string | null = null): void {
    this.notice = { words, tone, cite };
    if (tone === 'bad') announcer.now(words);
    clearTimeout(this.#noticeTimer);
    this.#noticeTimer = setTimeout(() => (this.notice = null), 7000);
  }

  // -------------------------------------------------------------- looking

  hover(unit: number | null): void {
    this.hovered = unit;
    if (this.glass.kinds.size > 0 && this.unit === null) void this.glass.refresh();
    this.why.point(unit);
  }

  async card(unit: number): Promise<Row[]> {
    return (await this.question<{ rows: Row[] }>('card', { unit })).rows;
  }
}
