// Moving on an open table: the ghost, the way it would take, and what the rules say to it.

import type { Leg, Plan, Refusal, Way } from '../../types';
import type { Ghost } from '../../field';
import { Refused } from '../net/socket';
import { T } from '../strings';
import type { Table } from './table.svelte';

type Place = readonly number[];

/** How often the way is halved to find how far a unit may go. */
const HALVINGS = 9;

/** The farthest place on a way where a unit may stand, and why it may not go on. */
interface Farthest {
  pose: [number, number, number];
  plan: Plan;
  beyond: Refusal;
}

export class Mover {
  ghost: Ghost | null = $state.raw(null);
  legs: Leg[] | null = $state.raw(null);
  /** The formation the unit is to take; null: its own. */
  order: string | null = $state(null);

  #wanted: { unit: number; pose: Place } | null = null;
  #planning = false;
  #round = 0;

  constructor(readonly table: Table) {}

  clear(): void {
    this.cancel();
    this.order = null;
  }

  cancel(): void {
    this.ghost = null;
    this.legs = null;
    this.#wanted = null;
    this.#round++;
  }

  drag(unit: number, pose: Place): void {
    this.#round++;
    const before = this.ghost?.unit === unit ? this.ghost : null;
    this.ghost = {
      unit,
      pose: [pose[0]!, pose[1]!, pose[2]!],
      order: this.order,
      preview: before?.preview ?? null,
      refusal: before?.refusal ?? null,
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
        const plan = await this.#planFor(unit, pose);
        if (!this.#wanted && this.ghost?.unit === unit) this.#planned(plan);
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
    return this.table.question<Plan>('plan', { verb: offer.verb, pose: rounded });
  }

  #offer(unit: number) {
    return this.table.ask?.offers.find((each) => each.pick === 'reach' && each.unit === unit);
  }

  #planned(plan: Plan): void {
    const refusal = refusalOf(plan);
    this.legs = refusal ? null : plan.legs;
    this.ghost = { ...this.ghost!, preview: (plan.preview ?? null) as Ghost['preview'], refusal, asking: false };
  }

  /** Let go of: what went too far comes back along its way to the last place where it may stand. */
  async release(unit: number, pose: Place): Promise<void> {
    const round = ++this.#round;
    const from = this.table.pieces.get(unit)?.pose;
    const here = (): boolean => round === this.#round && this.ghost?.unit === unit;
    if (!from) return;
    try {
      const first = refusalOf(await this.#planFor(unit, pose));
      if (!first || !here()) return;
      const best = await this.#farthest(unit, from, pose, first, here);
      if (!best || !here()) return;
      this.ghost = { ...this.ghost!, pose: best.pose };
      this.#planned(best.plan);
      this.table.tell(T.reach.broughtBack(best.beyond.words), 'plain', best.beyond.cite);
    } catch (fault) {
      if (!(fault instanceof Refused)) throw fault;
    }
  }

  async #farthest(unit: number, from: Place, to: Place, beyond: Refusal, here: () => boolean): Promise<Farthest | null> {
    let [low, high] = [0, 1];
    let best: Omit<Farthest, 'beyond'> | null = null;
    for (let i = 0; i < HALVINGS && here(); i++) {
      const part = (low + high) / 2;
      const at = (k: number): number => Math.round(from[k]! + (to[k]! - from[k]!) * part);
      const pose: [number, number, number] = [at(0), at(1), to[2]!];
      const plan = await this.#planFor(unit, pose);
      const refusal = refusalOf(plan);
      if (refusal) [high, beyond] = [part, refusal];
      else [low, best] = [part, { pose, plan }];
    }
    return best && { ...best, beyond };
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
    this.#wanted = null;
    this.#round++;
    this.ghost = {
      unit,
      pose: end ? [end[0], end[1], end[2]] : piece.pose,
      order: this.order,
      preview: way.preview as Ghost['preview'],
      refusal: way.preview?.refusal ?? null,
      asking: false,
    };
    this.legs = way.preview?.refusal ? null : way.legs;
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
    this.#planned(plan);
    if (this.legs) await this.table.commit({ verb: offer.verb, noun: this.legs });
    else if (this.ghost?.refusal) this.table.tell(this.ghost.refusal.words, 'bad', this.ghost.refusal.cite);
  }
}

function refusalOf(plan: Plan): Refusal | null {
  return plan.refusal ?? plan.preview?.refusal ?? null;
}
