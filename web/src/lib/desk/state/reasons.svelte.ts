// What the computer players went by, as far as it may be told, by the actions it led to.

import { untrack } from 'svelte';
import type { Motive, MotivesAnswer } from '../../types';
import type { Session } from './session.svelte';

export class Reasons {
  /** There are some, but they would tell what the computer holds. */
  keptBack = $state(false);
  #told: ReadonlyMap<number, Motive> = $state.raw(new Map());
  #dice: ReadonlySet<number> = $derived.by(() => new Set((this.table.now?.log ?? []).filter((entry) => entry.what === 'dice').map((entry) => entry.seq)));
  #story = '';

  constructor(readonly table: Session) {}

  get any(): boolean {
    return this.#told.size > 0;
  }

  /** Ask for what has come since. */
  look(): Promise<void> {
    return untrack(() => this.#look());
  }

  async #look(): Promise<void> {
    const { now, current } = this.table;
    if (!now?.seats.some((seat) => seat.kind === 'agent')) return;
    // Another reader counts otherwise, and after a step back the same number is another action.
    const story = `${current} ${now.undos}`;
    if (story !== this.#story) {
      this.#story = story;
      this.#told = new Map();
    }
    const since = Math.max(-1, ...this.#told.keys()) + 1;
    const answer = await this.table.question<MotivesAnswer>('motives', { since }).catch(() => null);
    if (!answer || story !== this.#story) return;
    this.keptBack = answer.kept_back;
    if (answer.motives.length > 0) this.#told = new Map([...this.#told, ...answer.motives.map((each): [number, Motive] => [each.seq, each])]);
  }

  /** The computer's choice that led to an action: the action itself, or the last one before its dice. */
  behind(seq: number): Motive | null {
    let at = seq;
    while (!this.#told.has(at) && this.#dice.has(at)) at--;
    return this.#told.get(at) ?? null;
  }
}
