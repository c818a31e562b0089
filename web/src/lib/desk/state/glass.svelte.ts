// What is laid over the table for the unit that is looked at: ranges, sight, threats, reach.

import { SvelteSet } from 'svelte/reactivity';
import type { Overlay, OverlayKind } from '../../types';
import type { Table } from './table.svelte';

export class Glass {
  kinds: SvelteSet<OverlayKind> = new SvelteSet();
  overlays: Overlay[] = $state.raw([]);
  #round = 0;

  constructor(readonly table: Table) {}

  get #unit(): number | null {
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
    if (unit === null || this.kinds.size === 0 || !this.table.now) {
      if (this.overlays.length > 0) this.overlays = [];
      return;
    }
    // One after the other: a later question of a kind takes the place of one still waiting.
    const found: Overlay[] = [];
    for (const kind of [...this.kinds]) {
      found.push(await this.table.question<Overlay>('overlay', { kind, unit }).catch(() => ({}) as Overlay));
      if (this.#unit !== unit || round !== this.#round) return;
    }
    this.overlays = found;
  }
}
