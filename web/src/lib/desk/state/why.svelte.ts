// Why not? What somebody may not do, with the rule that forbids it.

import type { Noun, Refusal } from '../../types';
import { nearest, pieceOf } from '../words';
import { targetsOf, unitsOf } from './offers';
import type { Table } from './table.svelte';

export interface WhyLine {
  label: string;
  refusal: Refusal;
}

export interface WhyNot {
  unit: number;
  lines: WhyLine[];
}

/** Milliseconds a pointer rests before it is answered. */
const REST = 90;

export class Why {
  /** About the unit under the mouse. */
  not: WhyNot | null = $state.raw(null);
  /** What the chosen unit may not do. */
  denied: WhyLine[] = $state.raw([]);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly table: Table) {}

  clear(): void {
    clearTimeout(this.#timer);
    this.not = null;
    this.denied = [];
  }

  /** Somebody is pointed at, or nobody any more. */
  point(unit: number | null): void {
    clearTimeout(this.#timer);
    if (unit === null) {
      this.not = null;
      return;
    }
    const { table } = this;
    // Who can act needs no excuse, unless he is asked for something he cannot do.
    if (!table.mine || (table.verb === null && table.actors.includes(unit))) return;
    this.#timer = setTimeout(() => void this.#explain(unit), REST);
  }

  async #explain(unit: number): Promise<void> {
    const lines = await this.#reasons(unit);
    if (this.table.hovered === unit) this.not = lines.length > 0 ? { unit, lines } : null;
  }

  /** Say at once why somebody cannot be dealt with; false if no rule has anything to say. */
  async about(unit: number): Promise<boolean> {
    clearTimeout(this.#timer);
    const lines = await this.#reasons(unit);
    this.not = lines.length > 0 ? { unit, lines } : null;
    return lines.length > 0;
  }

  async deny(unit: number): Promise<void> {
    this.denied = [];
    const lines = await this.#reasons(unit);
    if (this.table.unit === unit && this.table.verb === null) this.denied = lines;
  }

  #questions(unit: number): { label: string; verb: string; noun: Noun }[] {
    const view = this.table.now!.view;
    const piece = pieceOf(view, unit);
    if (!piece || !this.table.ask) return [];
    const own = piece.side === this.table.now!.side;
    const asked: { label: string; verb: string; noun: Noun }[] = [];
    for (const offer of this.table.ask.offers) {
      if (this.table.verb !== null && offer.verb !== this.table.verb) continue;
      // Whoever acts is not one of those he chooses among.
      if (offer.pick === 'unit' && !offer.ids.includes(unit) && own && this.table.ask.about !== unit) {
        asked.push({ label: offer.label, verb: offer.verb, noun: unit });
      } else if (offer.pick === 'pair' && !offer.names) {
        const chosen = this.table.unit !== null && this.table.unit !== unit && unitsOf(offer).includes(this.table.unit) ? this.table.unit : null;
        if (own && !unitsOf(offer).includes(unit) && !offer.from.some(([, seconds]) => seconds.includes(unit))) {
          const foe = nearest(piece, view.pieces, (other) => other.side !== piece.side, 1)[0]?.piece;
          if (foe) asked.push({ label: `${offer.label} ${foe.name}`, verb: offer.verb, noun: [unit, foe.id] });
        } else if (!own && chosen !== null && !targetsOf(offer, chosen).includes(unit)) {
          asked.push({ label: offer.label, verb: offer.verb, noun: [chosen, unit] });
        }
      }
    }
    return asked.slice(0, 4);
  }

  async #reasons(unit: number): Promise<WhyLine[]> {
    const lines: WhyLine[] = [];
    if (!this.table.now || !this.table.mine) return lines;
    const own = this.table.pieces.get(unit)?.side === this.table.now.side;
    const asked = this.#questions(unit);
    const answers = await Promise.all(
      asked.map(({ verb, noun }) => this.table.question<{ refusal: Refusal | null }>('why', { verb, noun }).catch(() => ({ refusal: null }))),
    );
    answers.forEach((answer, at) => {
      if (answer.refusal) lines.push({ label: asked[at]!.label, refusal: answer.refusal });
    });
    if (own && lines.length === 0 && !this.table.actors.includes(unit)) {
      for (const [verb, refusal] of Object.entries(this.table.ask?.barred ?? {})) lines.push({ label: this.table.label(verb), refusal });
    }
    return merged(lines);
  }
}

/** What one rule forbids is said once. */
function merged(lines: WhyLine[]): WhyLine[] {
  const found = new Map<string, WhyLine>();
  for (const { label, refusal } of lines) {
    const key = `${refusal.cite} ${refusal.words}`;
    const before = found.get(key);
    found.set(key, { label: before ? `${before.label}, ${label}` : label, refusal });
  }
  return [...found.values()];
}
