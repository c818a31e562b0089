// What is laid over the table for the unit that is looked at: ranges, sight, threats, reach.

import { SvelteSet } from 'svelte/reactivity';
import type { Along } from '../../field/types';
import type { Overlay, OverlayKind } from '../../types';
import type { SightAnswer } from '../../types/wire';
import { hexes } from '../../field/geometry';
import { bearing, compass, length } from '../words';
import { T } from '../strings';
import { announcer } from './announce.svelte';
import type { Table } from './table.svelte';

type Spot = readonly [number, number];

export class Glass {
  kinds: SvelteSet<OverlayKind> = new SvelteSet();
  overlays: Overlay[] = $state.raw([]);
  #round = 0;

  /** What the tape tells besides its length: whether one sees along it. */
  along: Along | null = $state.raw(null);
  #laying = false;
  #next: { from: Spot; to: Spot } | null = null;

  constructor(readonly table: Table) {}

  /** The tape lies so; while one answer is awaited only the latest place is kept for the next. */
  async lay(from: Spot, to: Spot): Promise<void> {
    this.#next = { from, to };
    if (this.#laying) return;
    this.#laying = true;
    let last = this.#next;
    while (this.#next) {
      const asked: { from: Spot; to: Spot } = this.#next;
      last = asked;
      this.#next = null;
      const whole = ([x, y]: Spot): number[] => [Math.round(x), Math.round(y)];
      const { line } = await this.table.question<SightAnswer>('sight', { start: whole(asked.from), end: whole(asked.to) }).catch(() => ({ line: null }) as SightAnswer);
      this.along = line ? { ...asked, clear: line.clear, words: line.clear ? T.game.inSight : T.game.hiddenBy(line.blocker ?? '') } : null;
    }
    this.#laying = false;
    this.#tell(last.from, last.to);
  }

  /** The tape in words, for whoever does not see it. */
  #tell(from: Spot, to: Spot): void {
    const board = this.table.now?.board;
    if (!board || (from[0] === to[0] && from[1] === to[1])) return;
    const far = board.kind === 'hex' ? 100 * hexes(from, to) : Math.hypot(to[0] - from[0], to[1] - from[1]);
    announcer.say([length(far, board.unit), compass(bearing(from, to)), this.along?.words ?? ''].join(' '));
  }

  /** What was asked for, and what goes with the choice being made. */
  get #shown(): OverlayKind[] {
    const goes = this.table.mine ? this.table.offer?.shows : undefined;
    return [...new Set(goes ? [...this.kinds, goes] : this.kinds)];
  }

  get #unit(): number | null {
    const { ask, offer } = this.table;
    // Who acts is looked at while he chooses at whom.
    if (offer?.shows && ask?.about !== null && ask?.about !== undefined) return ask.about;
    return this.table.unit ?? this.table.hovered;
  }

  toggle(kind: OverlayKind): void {
    if (this.kinds.has(kind)) this.kinds.delete(kind);
    else this.kinds.add(kind);
    void this.refresh();
  }

  async refresh(): Promise<void> {
    const unit = this.#unit;
    const round = ++this.#round;
    const kinds = this.#shown;
    if (unit === null || kinds.length === 0 || !this.table.now) {
      if (this.overlays.length > 0) this.overlays = [];
      return;
    }
    // One after the other: a later question of a kind takes the place of one still waiting.
    const found: Overlay[] = [];
    for (const kind of kinds) {
      found.push(await this.table.question<Overlay>('overlay', { kind, unit }).catch(() => ({}) as Overlay));
      if (this.#unit !== unit || round !== this.#round) return;
    }
    this.overlays = found;
  }
}
