// What is laid over the table for the unit that is looked at: ranges, sight, threats, reach.

import { SvelteSet } from 'svelte/reactivity';
import type { Overlay, OverlayKind } from '../../types';
import type { Table } from './table.svelte';

export class Glass {
  kinds: SvelteSet<OverlayKind> = new SvelteSet();
  overlays: Overlay[] = $state.raw([]);
  #round = 0;

  constructor(readonly table: Table) {}

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
