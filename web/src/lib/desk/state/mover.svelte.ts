// Moving on an open table: the ghost, the way it would take, and what the rules say to it.

import type { Leg, Plan, PlanPreview, Point, Preview, Refusal, Way } from '../../types';
import { middle, type Ghost, type Group, type Singles } from '../../field';
import { Refused } from '../net/socket';
import { T } from '../strings';
import { offerOf } from './offers';
import type { Table } from './table.svelte';

type Place = readonly number[];

/** How often the way is halved to find how far a unit may go. */
const HALVINGS = 9;

type Pose = [number, number, number];

/** The farthest place on a way where somebody may stand. */
interface Farthest<T> {
  at: T;
  plan: Plan;
}

/** Two way-points are not nearer to each other, in hundredths. */
const LEAST_APART = 20;

const TOGETHER: Singles = { on: false, model: null, moved: [] };

export class Mover {
  ghost: Ghost | null = $state.raw(null);
  legs: Leg[] | null = $state.raw(null);
  /** The formation the unit is to take; null: its own. */
  order: string | null = $state(null);
  /** Figures set apart from the group; they go along when it goes elsewhere. */
  #singles: Singles = $state.raw(TOGETHER);
  /** Null where the figures only move together. */
  singles: Singles | null = $derived.by(() => (this.#loose() ? this.#singles : null));
  /** Manoeuvres offered at a glance; the number keys try them. */
  chips: Way[] = $state.raw([]);

  /** The line round where the unit that is moved may go. */
  region: readonly Point[] = $state.raw([]);
  #outlined = 0;

  /** When the hand last set it somewhere. */
  at = -Infinity;

  /** By which places the unit shall go, one after another. */
  by: readonly Point[] = $state.raw([]);

  #wanted: { unit: number; pose: Place } | null = null;
  #planning = false;
  #round = 0;
  /** How often the ghost has been told what the rules say to it. */
  #told = 0;

  constructor(readonly table: Table) {}

  clear(): void {
    this.cancel();
    this.order = null;
  }

  cancel(): void {
    this.ghost = null;
    this.legs = null;
    this.by = [];
    this.#singles = TOGETHER;
    this.#wanted = null;
    this.#round++;
  }

  /** The unit shall stand in another formation: nobody is apart in it. */
  form(unit: number, order: string | null): void {
    this.order = order;
    this.#singles = { ...this.#singles, moved: [] };
    const pose = this.ghost?.pose ?? this.table.pieces.get(unit)?.pose;
    if (pose) this.drag(unit, pose);
  }

  drag(unit: number, pose: Place): void {
    this.at = performance.now();
    this.#round++;
    const before = this.ghost?.unit === unit ? this.ghost : null;
    this.ghost = {
      unit,
      pose: [pose[0]!, pose[1]!, pose[2]!],
      order: this.order,
      preview: before?.preview ?? null,
      refusal: before?.refusal ?? null,
      group: before?.group ?? null,
      by: this.by,
      asking: true,
    };
    this.#wanted = { unit, pose };
    if (!this.#planning) void this.#plan();
  }

  /** The newest wish is always answered; those in between need not be. */
  async #plan(): Promise<void> {
    this.#planning = true;
    try {
      while (this.#wanted) {
        const { unit, pose } = this.#wanted;
        this.#wanted = null;
        const told = this.#told;
        const plan = await this.#planFor(unit, pose);
        // Answers may overtake each other: one that comes after a later question's is about a place of before.
        if (!this.#wanted && this.ghost?.unit === unit && told === this.#told) this.#planned(plan, pose);
      }
    } catch (fault) {
      if (!(fault instanceof Refused)) throw fault;
    } finally {
      this.#planning = false;
    }
  }

  #planFor(unit: number, pose: Place): Promise<Plan> {
    const offer = this.#offer(unit);
    if (!offer) return Promise.reject(new Refused('gone', ''));
    const rounded = [Math.round(pose[0]!), Math.round(pose[1]!), Math.round(pose[2]!), this.order ?? ''];
    const places = this.#singles.moved.map(([model, dx, dy]) => [model, Math.round(pose[0]! + dx), Math.round(pose[1]! + dy)]);
    return this.table.question<Plan>('plan', { verb: offer.verb, pose: rounded, ...(places.length > 0 ? { places } : {}), ...(this.by.length > 0 ? { by: this.by } : {}) });
  }

  /** What the unit is being moved for: a unit may be offered several kinds of movement at once. */
  #offer(unit: number) {
    const offers = (this.table.ask?.offers ?? []).filter((each) => each.pick === 'reach' && each.unit === unit);
    return offers.find((each) => each.verb === this.table.verb) ?? offers[0];
  }

  #planned(plan: Plan, pose: Place): void {
    const refusal = refusalOf(plan);
    this.#told++;
    this.legs = refusal ? null : plan.legs;
    this.ghost = {
      ...this.ghost!,
      preview: (plan.preview ?? null) as Ghost['preview'],
      refusal,
      group: grouped(plan.preview, pose) ?? this.ghost?.group ?? null,
      by: this.by,
      detour: refusal ? null : (plan.detour ?? null),
      asking: false,
    };
  }

  /** It stands where it was brought back to: where the hand was on its way need not be asked about any more. */
  #settled(plan: Plan, pose: Place): void {
    this.#wanted = null;
    this.#planned(plan, pose);
  }

  // -------------------------------------------------------------- way-points

  /** How many the unit's way may go by. */
  bends(unit: number): number {
    const offer = this.#offer(unit);
    return offer?.pick === 'reach' ? (offer.bends ?? 0) : 0;
  }

  /** Its way shall go by here, on from the last way-point; where the ghost is, if no place is named. */
  bend(unit: number, x?: number, y?: number): boolean {
    const pose = this.ghost?.unit === unit ? this.ghost.pose : null;
    const at: Point | null = x !== undefined && y !== undefined ? [x, y] : pose && [pose[0], pose[1]];
    const last = this.by.at(-1);
    if (!at || this.by.length >= this.bends(unit)) return false;
    if (last && Math.hypot(last[0] - at[0], last[1] - at[1]) < LEAST_APART) return false;
    this.#lead(unit, [...this.by, at]);
    return true;
  }

  bendTo(unit: number, at: number, x: number, y: number): void {
    if (this.by[at]) this.#lead(unit, this.by.with(at, [x, y]));
  }

  /** One way-point less: the last, if none is named. */
  unbend(unit: number, at = this.by.length - 1): boolean {
    if (!this.by[at]) return false;
    this.#lead(unit, this.by.toSpliced(at, 1));
    return true;
  }

  #lead(unit: number, by: readonly Point[]): void {
    this.by = by;
    const pose = this.ghost?.unit === unit ? this.ghost.pose : this.table.pieces.get(unit)?.pose;
    if (pose) this.drag(unit, pose);
  }

  // -------------------------------------------------------------- single figures

  #loose(): boolean {
    const offer = this.table.offer;
    return offer?.pick === 'reach' && offer.singles === true;
  }

  /** Move the figures one by one from now on, or the group again; those set apart stay so. */
  adjust(unit: number, on: boolean): void {
    this.#singles = { ...this.#singles, on: on && this.#loose(), model: null };
    const piece = this.table.pieces.get(unit);
    if (on && !this.ghost && piece) this.drag(unit, piece.pose);
  }

  take(model: number | null): void {
    this.#singles = { ...this.#singles, model };
    this.#from = model === null ? null : this.#placeOf(model);
  }

  /** Where the figure in hand stood when it was taken up. */
  #from: [number, number] | null = null;

  /** A figure's place, east and north of the ghost's. */
  #placeOf(model: number): [number, number] | null {
    const moved = this.#singles.moved.find(([each]) => each === model);
    if (moved) return [moved[1], moved[2]];
    const [base, pose] = [this.ghost?.group?.bases[model], this.ghost?.group?.pose];
    return base && pose ? [middle(base)[0] - pose[0], middle(base)[1] - pose[1]] : null;
  }

  dragModel(unit: number, model: number, x: number, y: number): void {
    if (this.ghost?.unit !== unit) return;
    this.#apart(model, [x - this.ghost.pose[0], y - this.ghost.pose[1]]);
    this.drag(unit, this.ghost.pose);
  }

  /** The figure in hand goes so far east and north. */
  step(unit: number, east: number, north: number): void {
    const model = this.#singles.model;
    const at = model === null ? null : this.#placeOf(model);
    if (model === null || !at || !this.ghost) return;
    this.dragModel(unit, model, this.ghost.pose[0] + at[0] + east, this.ghost.pose[1] + at[1] + north);
  }

  #apart(model: number, [dx, dy]: readonly [number, number]): void {
    const others = this.#singles.moved.filter(([each]) => each !== model);
    this.#singles = { ...this.#singles, model, moved: [...others, [model, dx, dy]] };
  }

  /** Stand with the group again; without a number, all of them. */
  putBack(unit: number, model?: number): void {
    const moved = model === undefined ? [] : this.#singles.moved.filter(([each]) => each !== model);
    this.#singles = { ...this.#singles, moved };
    if (this.ghost?.unit === unit) this.drag(unit, this.ghost.pose);
  }

  /** A figure let go of too far away comes back along its way to the last place where it may stand. */
  async releaseModel(unit: number, model: number, x: number, y: number): Promise<void> {
    const [from, pose] = [this.#from, this.ghost?.pose];
    if (!from || !pose) return;
    const to: [number, number] = [x - pose[0], y - pose[1]];
    const ask = (at: [number, number]): Promise<Plan> => {
      this.#apart(model, at);
      return this.#planFor(unit, pose);
    };
    const at = (part: number): [number, number] => [between(from[0], to[0], part), between(from[1], to[1], part)];
    const best = await this.#broughtBack(unit, to, at, ask);
    if (!best) return;
    this.#apart(model, best.at);
    this.#settled(best.plan, pose);
  }

  // -------------------------------------------------------------- letting go

  /** Let go of: what went too far comes back along its way to the last place where it may stand. */
  async release(unit: number, pose: Place): Promise<void> {
    const from = this.by.at(-1) ?? this.table.pieces.get(unit)?.pose;
    if (!from) return;
    const offer = this.#offer(unit);
    if (offer?.pick === 'reach' && offer.aim) return this.#laid(unit, pose);
    const to: Pose = [pose[0]!, pose[1]!, pose[2]!];
    const at = (part: number): Pose => [between(from[0], to[0], part), between(from[1], to[1], part), to[2]];
    const best = await this.#broughtBack(unit, to, at, (place) => this.#planFor(unit, place), (beyond, here) => this.#nearest(unit, to, beyond, here));
    if (!best) return;
    this.ghost = { ...this.ghost!, pose: best.at };
    this.#settled(best.plan, best.at);
  }

  /** Pulled there before it could be moved: it goes, or stands as far on its way as it may, to be looked at. */
  async arrive(unit: number, wish: readonly [number, number, number], far = false, by: readonly (readonly [number, number])[] = []): Promise<void> {
    this.by = by.slice(0, this.bends(unit)).map(([x, y]): Point => [x, y]);
    const pose = far ? await this.within(unit, wish) : wish;
    this.drag(unit, pose);
    await this.release(unit, pose);
    const offer = this.#offer(unit);
    const there = this.ghost?.unit === unit && this.ghost.pose[0] === Math.round(pose[0]) && this.ghost.pose[1] === Math.round(pose[1]);
    if ((there || far) && offer && this.legs?.length) await this.table.commit({ verb: offer.verb, noun: this.legs });
    // Of many who are sent together somebody who cannot go is left standing; one alone is asked what he shall do instead.
    else if (far && this.table.orders.of(unit).length > 1 && offer?.pick === 'reach' && offer.stays !== false) await this.table.commit({ verb: offer.verb, noun: [] });
  }

  /** Whether it may be left standing; where the book has a button for not moving, that one is meant. */
  get mayStay(): boolean {
    const { offer, ask } = this.table;
    return offer?.pick === 'reach' && offer.stays !== false && !ask?.offers.some((each) => each.pick === 'button');
  }

  /** Leave it standing; false if it may not be. */
  stay(): boolean {
    const { offer } = this.table;
    if (!offer || !this.mayStay || this.table.acting) return false;
    void this.table.commit({ verb: offer.verb, noun: [] });
    return true;
  }

  /** A wish that goes far beyond what can be reached, brought near: the rules are asked about less. */
  async within(unit: number, pose: readonly [number, number, number]): Promise<readonly [number, number, number]> {
    const [from, offer] = [this.table.pieces.get(unit)?.pose, this.#offer(unit)];
    const region = offer ? await this.#regionOf(offer.verb) : [];
    if (!from || region.length === 0) return pose;
    const most = 1.1 * Math.max(...region.map(([x, y]) => Math.hypot(x - from[0], y - from[1])));
    const part = most / Math.hypot(pose[0] - from[0], pose[1] - from[1]);
    return part < 1 ? [between(from[0], pose[0], part), between(from[1], pose[1], part), pose[2]] : pose;
  }

  /** A shot is looked at with its odds before it is fired; where it cannot land it is not meant for somewhere nearer, among one's own men. */
  async #laid(unit: number, pose: Place): Promise<void> {
    const round = ++this.#round;
    try {
      const plan = await this.#planFor(unit, pose);
      if (round === this.#round && this.ghost?.unit === unit && plan.legs && !refusalOf(plan)) this.#lay(unit, plan.legs);
    } catch (fault) {
      if (!(fault instanceof Refused)) throw fault;
    }
  }

  #lay(unit: number, legs: Leg[]): void {
    const offer = this.#offer(unit);
    if (offer?.pick === 'reach' && offer.aim) this.table.stage(offer.verb, legs);
  }

  /** Where it was let go of, or else the farthest legal place on the way there; null if nothing on it is. */
  async #broughtBack<T>(
    unit: number,
    to: T,
    at: (part: number) => T,
    ask: (place: T) => Promise<Plan>,
    otherwise?: (beyond: Refusal, here: () => boolean) => Promise<void>,
  ): Promise<Farthest<T> | null> {
    const round = ++this.#round;
    const here = (): boolean => round === this.#round && this.ghost?.unit === unit;
    try {
      const wish = await ask(to);
      const first = refusalOf(wish);
      if (!here()) return null;
      if (!first) return { at: to, plan: wish };
      let [low, high, beyond] = [0, 1, first];
      let best: Farthest<T> | null = null;
      for (let i = 0; i < HALVINGS && here(); i++) {
        const part = (low + high) / 2;
        const place = at(part);
        const plan = await ask(place);
        const refusal = refusalOf(plan);
        if (refusal) [high, beyond] = [part, refusal];
        else [low, best] = [part, { at: place, plan }];
      }
      if (!here()) return null;
      if (!best) {
        await otherwise?.(first, here);
        return null;
      }
      this.table.tell(T.reach.broughtBack(beyond.words), 'plain', beyond.cite);
      return best;
    } catch (fault) {
      if (!(fault instanceof Refused)) throw fault;
      return null;
    }
  }

  /** Nowhere on its way may it stand (a charge must end in contact): it goes where it may that is nearest. */
  async #nearest(unit: number, pose: Pose, beyond: Refusal, here: () => boolean): Promise<void> {
    if (this.by.length > 0) return; // who leads it himself is told why not, and leads it otherwise
    const offer = this.#offer(unit);
    const ways = offer ? await this.ways(offer.verb) : [];
    const far = ({ preview }: Way): number => {
      const end = preview?.end;
      return end && !preview?.refusal ? Math.hypot(end[0] - pose[0], end[1] - pose[1]) : Infinity;
    };
    const best = [...ways].sort((a, b) => far(a) - far(b))[0];
    if (!best || far(best) === Infinity || !here()) return;
    this.try(unit, best);
    this.table.tell(T.reach.nearest(beyond.words), 'plain', beyond.cite);
  }

  /** The line round where the unit may go by a verb; nothing if the server will not say. */
  async #regionOf(verb: string): Promise<readonly Point[]> {
    return (await this.table.question<{ region: Point[] }>('region', { verb }).catch(() => null))?.region ?? [];
  }

  /** Have the line drawn for a verb, or for none. */
  async outline(verb: string | null): Promise<void> {
    const round = ++this.#outlined;
    this.region = [];
    if (verb === null) return;
    const found = await this.#regionOf(verb);
    if (round === this.#outlined) this.region = found;
  }

  /** Manoeuvres worth trying, of different kinds. */
  async ways(verb: string): Promise<Way[]> {
    return (await this.table.question<{ ways: Way[] }>('ways', { verb })).ways;
  }

  /** Show a manoeuvre that was chosen from a list as if it had been dragged. */
  try(unit: number, way: Way): void {
    const end = way.preview?.end;
    const piece = this.table.pieces.get(unit);
    if (!piece) return;
    this.at = performance.now();
    this.#wanted = null;
    this.#round++;
    this.#told++;
    this.#singles = TOGETHER;
    this.by = [];
    const pose: Pose = end ? [end[0], end[1], end[2]] : [...piece.pose];
    this.ghost = {
      unit,
      pose,
      order: this.order,
      preview: way.preview as Ghost['preview'],
      refusal: way.preview?.refusal ?? null,
      group: grouped(way.preview, pose),
      asking: false,
    };
    this.legs = way.preview?.refusal ? null : way.legs;
    if (this.legs) this.#lay(unit, this.legs);
  }

  /** Show a way that somebody else thought of, by its legs alone. */
  async propose(verb: string, legs: Leg[]): Promise<void> {
    const offer = offerOf(this.table.ask, verb);
    if (offer?.pick !== 'reach') return;
    this.table.chooseVerb(verb);
    const round = ++this.#round;
    try {
      const { preview } = await this.table.question<Preview>('preview', { verb, noun: legs });
      if (round === this.#round) this.try(offer.unit, { legs, preview });
    } catch (fault) {
      if (!(fault instanceof Refused)) throw fault;
    }
  }

  /** The first time it is shown, the second time done. */
  tryNth(at: number): boolean {
    const [way, offer] = [this.chips[at], this.table.offer];
    if (!way || offer?.pick !== 'reach') return false;
    if (this.legs === way.legs) void this.table.commit({ verb: offer.verb, noun: way.legs });
    else this.try(offer.unit, way);
    return true;
  }

  async drop(unit: number, pose: Place): Promise<void> {
    const offer = this.#offer(unit);
    if (!offer) return;
    let plan: Plan;
    try {
      plan = await this.#planFor(unit, pose);
    } catch (fault) {
      if (fault instanceof Refused) return;
      throw fault;
    }
    if (!this.ghost || this.ghost.unit !== unit) this.drag(unit, pose);
    this.#planned(plan, pose);
    if (this.legs) await this.table.commit({ verb: offer.verb, noun: this.legs });
    else if (this.ghost?.refusal) this.table.tell(this.ghost.refusal.words, 'bad', this.ghost.refusal.cite);
  }
}

const between = (from: number, to: number, part: number): number => Math.round(from + (to - from) * part);

/** How the figures stand in an answer that tells of each. */
function grouped(preview: PlanPreview | null | undefined, pose: Place): Group | null {
  if (!preview?.bases?.length) return null;
  return { pose: [pose[0]!, pose[1]!, pose[2]!], bases: preview.bases, limit: preview.limit ?? null, costs: preview.costs ?? null };
}

function refusalOf(plan: Plan): Refusal | null {
  return plan.refusal ?? plan.preview?.refusal ?? null;
}
