// What would be done, and what would come of it. Pointing looks; a click chooses; the next click, or Enter, does it.

import type { Noun, Preview } from '../../types';
import { Refused } from '../net/socket';
import { sameNoun } from './offers';

export interface Staged {
  verb: string;
  noun: Noun;
}

/** Milliseconds after which a second click means it. */
const HASTE = 250;

const same = (one: Staged | null, other: Staged | null): boolean => one?.verb === other?.verb && sameNoun(one?.noun, other?.noun);

export class Intent {
  /** Chosen: choosing it again does it. */
  staged: Staged | null = $state.raw(null);
  /** Only looked at: it arms nothing. */
  peeked: Staged | null = $state.raw(null);
  preview: Preview | null = $state.raw(null);
  previewing: boolean = $state(false);
  shown: Staged | null = $derived(this.peeked ?? this.staged);
  /** When it was chosen. */
  at = -Infinity;

  #round = 0;
  #ask: (what: Staged) => Promise<Preview>;

  constructor(ask: (what: Staged) => Promise<Preview>) {
    this.#ask = ask;
  }

  clear(): void {
    this.#round++;
    this.staged = null;
    this.peeked = null;
    this.preview = null;
    this.previewing = false;
  }

  is(what: Staged): boolean {
    return this.staged !== null && same(this.staged, what);
  }

  /** Whether a click comes so soon after the choice that it is only the second half of a double click. */
  get hasty(): boolean {
    return performance.now() - this.at < HASTE;
  }

  /** Choose; done when what it leads to is known. */
  async stage(what: Staged): Promise<void> {
    if (this.is(what) && this.peeked === null) return;
    if (!this.is(what)) this.at = performance.now();
    const seen = same(this.shown, what);
    this.staged = what;
    this.peeked = null;
    if (!seen || this.preview === null) await this.#foresee(what);
  }

  /** Look at something without choosing it; at nothing any more, and what is chosen is shown again. */
  peek(what: Staged | null): void {
    if (what === null ? this.peeked === null : same(this.shown, what)) return;
    this.peeked = what;
    if (this.shown) void this.#foresee(this.shown);
    else this.preview = null;
  }

  async #foresee(what: Staged): Promise<void> {
    const round = ++this.#round;
    const here = (): boolean => round === this.#round;
    this.preview = null;
    this.previewing = true;
    try {
      const preview = await this.#ask(what);
      if (here()) this.preview = preview;
    } catch (fault) {
      if (here()) this.preview = { refusal: null, preview: null, odds: null, throw: null, whole: false, final: false };
      if (!(fault instanceof Refused)) throw fault;
    } finally {
      if (here()) this.previewing = false;
    }
  }
}
