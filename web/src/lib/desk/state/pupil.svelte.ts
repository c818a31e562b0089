// Whoever learns by his first battle: how far he has come in it, kept in this browser.

import type { Lesson, LessonStep, Update } from '../../types';
import { due, leads, meant, onOffer, pulses } from './lesson';
import type { Staged } from './intent.svelte';
import { offerOf, unitsIn, type Choice } from './offers';
import { likes } from './prefs.svelte';
import { rules } from './rules.svelte';
import type { Table } from './table.svelte';

const NOBODY: ReadonlySet<number> = new Set();

export class Pupil {
  /** The action that did each step; 0 where it was skipped. */
  marks: number[] = $state.raw([]);
  /** The step that is over when what was last chosen has been done. */
  #due: number | null = null;
  readonly #key: string;

  constructor(readonly table: Table) {
    this.#key = `grognard.lesson.${table.game}`;
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(this.#key) ?? '[]');
      if (Array.isArray(kept)) this.marks = kept.filter((mark): mark is number => typeof mark === 'number');
    } catch {
      /* private window: begin again */
    }
  }

  /** Only for whoever plays the side it is written for, in its battle, and wants to be guided. */
  lesson: Lesson | null = $derived.by(() => {
    const now = this.table.now;
    if (!now?.guide || now.side !== 0 || now.outcome || !likes.hints) return null;
    const lesson = rules.reference(now.book)?.lesson;
    return lesson?.scenario === now.scenario ? lesson : null;
  });
  at: number = $derived.by(() => {
    const now = this.table.now;
    return this.lesson && now ? due(this.lesson.step, this.marks.length, this.table.ask, now.view) : 0;
  });
  step: LessonStep | null = $derived(this.lesson?.step[this.at] ?? null);
  /** It can be done now; a farewell always can. */
  ready: boolean = $derived.by(() => !!this.step && !!this.table.now && (!this.step.do || onOffer(this.step, this.table.ask, this.table.now.view)));
  pulses: ReadonlySet<number> = $derived.by(() => (this.step && this.ready && this.table.now ? pulses(this.step, this.table.ask, this.table.now.view, this.table.unit) : NOBODY));

  /** The step that is sure to come, while none can be done. */
  coming: LessonStep | null = $derived(this.lesson?.step.slice(this.at).find((step) => !step.perhaps) ?? null);

  /** Something is about to be chosen: is it what is wanted, and of whom? */
  choose({ verb, noun }: Staged): void {
    const { step, table } = this;
    this.#due = null;
    if (!step?.do?.includes(verb) || !table.now) return;
    const [offer, unit] = [offerOf(table.ask, verb), meant(step, table.ask, table.now.view)];
    const of = offer?.pick === 'reach' ? offer.unit : unitsIn(offer, noun)[0];
    if (unit === null || of === undefined || of === unit) this.#due = this.at;
  }

  leads(choice: Choice): boolean {
    return !!this.step && this.ready && !!this.table.now && leads(this.step, choice, this.table.ask, this.table.now.view);
  }

  /** Something was done: was it this? Whatever is taken back is to be done again. */
  hear(update: Update): void {
    const { action, seq } = update;
    if (action.undone) {
      let kept = this.marks.length;
      while (kept > 0 && this.marks[kept - 1]! > seq) kept--;
      if (kept < this.marks.length) this.#keep(this.marks.slice(0, kept));
      return;
    }
    if (action.dice || action.side !== this.table.now?.side || !this.table.now) return;
    if (this.#due !== null && this.#due >= this.marks.length) this.#keep([...this.marks, ...Array<number>(this.#due + 1 - this.marks.length).fill(seq)]);
    this.#due = null;
  }

  skip(): void {
    this.#keep([...this.marks, ...Array<number>(this.at + 1 - this.marks.length).fill(0)]);
  }

  end(): void {
    this.#keep(Array<number>(this.lesson?.step.length ?? 0).fill(0));
  }

  #keep(marks: number[]): void {
    this.marks = marks;
    try {
      localStorage.setItem(this.#key, JSON.stringify(marks));
    } catch {
      /* private window */
    }
  }
}
