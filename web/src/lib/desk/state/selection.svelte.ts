// The selection: which verb and which units are chosen, step by step, and one step back.

import type { Noun, Offer, Preview } from '../../types';
import { cellsOf } from '../../field';
import { capital } from '../words';
import type { Glass } from './glass.svelte';
import { Intent, type Staged } from './intent.svelte';
import type { Mover } from './mover.svelte';
import { actors, cellOf, choices, offerOf, onlyVerb, targetsOf, unitsOf, type Choice, type Deal } from './offers';
import type { Orders } from './orders.svelte';
import { rules } from './rules.svelte';
import { Session } from './session.svelte';
import type { Why } from './why.svelte';
import { draggable } from './wish';

/** What may be done to somebody or by somebody, told where he stands. */
export interface Bubble {
  unit: number;
  choices: Choice[];
  denied: boolean;
}

/** Where the hand is in making a choice. */
export type Stage = 'nothing' | 'unit' | 'verb' | 'staged' | 'ghost' | 'figures' | 'several' | 'bubble' | 'taping' | 'confirming';

export abstract class Selection extends Session {
  verb: string | null = $state(null);
  unit: number | null = $state(null);
  readonly intent = new Intent(({ verb, noun }) => this.question<Preview>('preview', { verb, noun }));
  /** Asked again before it is done. */
  confirming: Staged | null = $state.raw(null);
  /** The pointer measures from point to point. */
  taping: boolean = $state(false);
  /** Beside the table's point where they were asked for: what may be done, and what may not. */
  bubble: Bubble | null = $state.raw(null);

  abstract readonly why: Why;
  abstract readonly mover: Mover;
  abstract readonly glass: Glass;
  abstract readonly orders: Orders;
  abstract hover(unit: number | null): void;

  offer: Offer | null = $derived(offerOf(this.ask, this.verb));
  deal: Deal = $derived({ verb: this.verb, unit: this.unit, map: this.now?.board.kind === 'hex' });
  list: Choice[] = $derived(this.now ? choices(this.ask, this.deal, this.now.view) : []);
  actors: number[] = $derived(this.mine ? actors(this.ask) : []);
  draggable: ReadonlySet<number> = $derived(new Set(this.mine ? draggable(this.ask) : []));
  /** The way out of what is asked: the last of the plain buttons. It has a key of its own. */
  wayOut: Choice | null = $derived(this.list.findLast((choice) => choice.opens === null && choice.noun === null) ?? null);

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

  /** Where the hand is in making a choice; what it did last comes first. */
  get at(): Stage {
    const { orders, mover } = this;
    if (this.confirming) return 'confirming';
    if (this.taping) return 'taping';
    if (this.bubble) return 'bubble';
    if (orders.group.length > 1 || orders.shown || orders.waiting > 0) return 'several';
    if (mover.singles?.on && this.unit !== null) return 'figures';
    if (mover.ghost) return 'ghost';
    if (this.staged) return 'staged';
    if (this.verb !== null && this.verb !== onlyVerb(this.ask)) return 'verb';
    if (this.unit !== null && this.unit !== this.ask?.about && this.offer?.pick !== 'reach') return 'unit';
    return 'nothing';
  }

  /** One step back in what has been chosen; true if there was one. */
  back(): boolean {
    const at = this.at;
    this.#undone[at]();
    return at !== 'nothing';
  }

  /** What Escape gives up, by where the hand is. */
  readonly #undone: Record<Stage, () => void> = {
    confirming: () => (this.confirming = null),
    taping: () => (this.taping = false),
    bubble: () => {
      this.bubble = null;
      this.intent.clear();
    },
    several: () => this.orders.clear(),
    figures: () => this.mover.adjust(this.unit!, false),
    ghost: () => this.mover.cancel(),
    staged: () => this.intent.clear(),
    verb: () => {
      this.verb = null;
      this.unit = this.ask?.about ?? this.unit;
      void this.glass.refresh();
    },
    unit: () => {
      this.unit = null;
      this.why.denied = [];
    },
    nothing: () => undefined,
  };

  label(verb: string): string {
    return offerOf(this.now?.ask, verb)?.label ?? rules.reference(this.now?.book)?.labels[verb]?.words ?? capital(verb.replace(/_/g, ' '));
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
    else {
      void this.stage(choice.verb, choice.noun);
      this.#take(choice);
    }
  }

  /** Whoever is to act is chosen on the table too, with the ways he may go. */
  #take({ verb, noun }: Choice): void {
    const offer = offerOf(this.ask, verb);
    if (offer?.pick !== 'unit' || !offer.drag || typeof noun !== 'number') return;
    this.unit = noun;
    void this.orders.look();
  }

  /** A button: where nothing is thrown there is nothing to show, and it is done. An order among others that cannot be taken back is shown all the same. */
  async #press(verb: string): Promise<void> {
    if (this.#lone({ verb, noun: null }) || offerOf(this.ask, verb)?.confirm) return this.commit({ verb, noun: null });
    const seq = this.now?.seq;
    await this.stage(verb, null);
    if (this.now?.seq !== seq || !this.intent.is({ verb, noun: null }) || !this.preview) return;
    const { odds, refusal, final } = this.preview;
    if (!odds && !refusal && !(final && this.#order(verb))) await this.commit();
  }

  /** Whether it is an order, and not the way out of a list or the answer to a question of buttons. */
  #order(verb: string): boolean {
    return this.wayOut?.verb !== verb && (this.ask?.offers ?? []).some((offer) => offer.pick !== 'button');
  }

  /** What is the only choice needs no second thought. */
  #lone(what: Staged): boolean {
    return this.ask?.offers.length === 1 && what.noun === null;
  }

  isStaged(choice: Choice): boolean {
    return choice.opens === null && this.intent.is(choice);
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

  /** The next unit that may act, for the keyboard. */
  next(step: 1 | -1): number | null {
    const able = this.offer && unitsOf(this.offer).length > 0 ? unitsOf(this.offer) : this.actors;
    if (able.length === 0) return null;
    const at = this.unit === null ? (step > 0 ? -1 : 0) : able.indexOf(this.unit);
    const unit = able[(at + step + able.length) % able.length]!;
    this.pick(unit);
    return unit;
  }

  /** Choose something, to look at what it would lead to; done when that is known. */
  async stage(verb: string, noun: Noun): Promise<void> {
    await this.intent.stage({ verb, noun });
  }

  async commit(what: Staged | null = this.staged, sure = false): Promise<void> {
    if (!what || !this.mine || this.acting) return;
    if (!sure && !this.#lone(what) && offerOf(this.ask, what.verb)?.confirm) {
      this.confirming = what;
      return;
    }
    this.confirming = null;
    await this.send('act', { verb: what.verb, noun: what.noun });
  }
}
