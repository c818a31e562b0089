// Foresight: what is shown of a choice before it is made: who would do what to whom, and where.

import type { Noun } from '../../types';
import type { Selection as Drawn } from '../../field';
import { offerOf, unitsIn } from './offers';
import type { Table } from './table.svelte';

export class Foresight {
  constructor(readonly table: Table) {}

  drawn: Drawn = $derived.by(() => this.#drawn());

  #drawn(): Drawn {
    return {
      unit: this.table.unit,
      verb: this.table.verb,
      pair: this.#stagedPair(),
      cell: this.#stagedCell(),
      others: [...this.table.pointed, ...this.#stagedUnits(), ...this.#namedUnits()],
    };
  }

  /** Whom the question speaks of by name. */
  #namedUnits(): number[] {
    const ours = this.table.mine && (this.table.unit === null || this.table.unit === this.table.ask?.about);
    return ours ? (this.table.ask?.named ?? []).filter((id) => this.table.pieces.has(id)) : [];
  }

  /** The place about to be chosen: not a unit, whatever its number. */
  #stagedCell(): Noun {
    const offer = offerOf(this.table.ask, this.table.shown?.verb);
    const noun = this.table.shown?.noun ?? null;
    if (offer?.pick === 'cell') return noun;
    return offer?.pick === 'pair' && offer.to === 'cell' && Array.isArray(noun) ? (noun[1] ?? null) : null;
  }

  /** The enemy the question speaks of, on his way to the unit that must answer. */
  #comesAt(actor: number): [number, number] | null {
    const side = this.table.pieces.get(actor)?.side;
    const foes = this.#namedUnits().filter((id) => id !== actor && this.table.pieces.get(id)?.side !== side);
    return foes.length === 1 ? [foes[0]!, actor] : null;
  }

  #stagedPair(): [number, number] | null {
    const noun = this.table.shown?.noun;
    const actor = this.table.ask?.about;
    // Whoever acts does it to the one that is named.
    if (typeof noun === 'number' && typeof actor === 'number' && noun !== actor && offerOf(this.table.ask, this.table.shown?.verb)?.pick === 'unit' && this.table.pieces.has(noun) && this.table.pieces.has(actor)) return [actor, noun];
    if (typeof actor === 'number' && (noun === null || noun === undefined)) return this.#comesAt(actor);
    const [one, other] = this.table.shown && Array.isArray(this.table.shown.noun) ? this.#about() : [];
    return one !== undefined && other !== undefined && this.table.pieces.has(one) && this.table.pieces.has(other) ? [one, other] : null;
  }

  #stagedUnits(): number[] {
    return this.#about().filter((unit) => unit !== this.table.unit && this.table.pieces.has(unit));
  }

  /** The units the staged choice speaks of. */
  #about(): number[] {
    return this.table.shown ? unitsIn(offerOf(this.table.ask, this.table.shown.verb), this.table.shown.noun) : [];
  }
}
