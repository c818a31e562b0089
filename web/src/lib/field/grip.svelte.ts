/** What hands do on a table: who is pointed at, held, boxed or measured, and what the desk is told of it. */

import type { Camera } from './camera.svelte';
import { cellAt } from './cells';
import { turnBetween } from './geometry';
import type { Field } from './hands';
import { Hold } from './hold.svelte';
import { markAt, markScale } from './marks';
import type { Scene } from './scene.svelte';
import { basesAt, breadth, middle } from './singles';
import type { BattlefieldProps, Ghost } from './types';
import type { Mark, Piece, Point, Pose } from './wire';

interface Line {
  from: Point;
  to: Point;
}

export class Grip implements Field {
  readonly #given: BattlefieldProps;
  readonly #scene: Scene;
  readonly cam: Camera;
  readonly hand: Hold;
  readonly #focus: (unit: number, reveal?: boolean) => void;

  /** the window */
  width: number = $state(0);
  height: number = $state(0);
  hovered: number | null = $state(null);
  focused: number | null = $state(null);
  /** the tape from one point of the table to another */
  taped: Line | null = $state.raw(null);
  /** a box being drawn round units */
  boxing: Line | null = $state.raw(null);
  /** the place the pointer is over, where there are ways to places */
  over: unknown = $state.raw(null);
  /** the flag or marked spot that is pointed at */
  pointed: Mark | null = $state.raw(null);
  /** a unit in the hand before it may be moved, whom it is over, and by which way-points it came */
  pulling: { unit: number; pose: Pose; target: number | null; by: readonly Point[] } | null = $state.raw(null);

  constructor(given: BattlefieldProps, scene: Scene, cam: Camera, focus: (unit: number, reveal?: boolean) => void) {
    [this.#given, this.#scene, this.cam, this.#focus] = [given, scene, cam, focus];
    this.hand = new Hold({
      board: () => scene.board,
      ondrag: (unit, pose) => given.ondrag?.(unit, pose),
      ondrop: (unit, pose) => given.ondrop?.(unit, pose),
      oncancel: (unit) => {
        given.oncancel?.(unit);
        focus(unit, false);
      },
      onmodeldrag: (unit, model, x, y) => given.onmodeldrag?.(unit, model, x, y),
      onmodelrelease: (unit, model, x, y) => given.onmodelrelease?.(unit, model, x, y),
    });
  }

  // ---------------------------------------------------------------- what is in the hand

  get held(): { unit: number; pose: Pose } | null {
    return this.hand.held;
  }

  get grabbing(): boolean {
    return this.hand.grabbing;
  }

  set grabbing(now: boolean) {
    this.hand.grabbing = now;
  }

  /** what the desk answered of where it is */
  answer: Ghost | null = $derived.by(() => {
    const { ghost } = this.#given;
    return ghost && this.held && ghost.unit === this.held.unit ? ghost : null;
  });
  moving: Piece | null = $derived.by(() => (this.held ? (this.#scene.byId.get(this.held.unit) ?? null) : null));
  loose: boolean = $derived.by(() => !!this.#given.singles && this.held !== null && this.#scene.reach?.unit === this.held.unit);
  standings = $derived.by(() => {
    const { moving, held, answer, loose } = this;
    return moving && held && (answer?.group || loose) ? basesAt(moving, held.pose, answer?.group ?? null, loose ? (this.#given.singles ?? null) : null, this.hand.lone) : null;
  });
  models: readonly Point[] | null = $derived.by(() => (this.loose && this.#given.singles?.on && this.standings ? this.standings.map(middle) : null));
  /** the one tab stop */
  stop: number | null = $derived.by(() => {
    const { selection, reach, picks, byId, pieces } = this.#scene;
    for (const id of [this.focused, selection.unit, reach?.unit, [...picks][0]]) if (id !== null && id !== undefined && byId.get(id)?.footprint.length) return id;
    return pieces[0]?.id ?? null;
  });

  get breadth(): number {
    return this.standings?.[0] ? breadth(this.standings[0]) : 0;
  }

  get model(): number | null {
    return this.#given.singles?.model ?? null;
  }

  fits(): boolean {
    const { held, answer } = this;
    if (!held || !answer?.preview || answer.refusal || answer.preview.refusal || answer.asking) return false;
    return Math.hypot(answer.pose[0] - held.pose[0], answer.pose[1] - held.pose[1]) < 5 && !turnBetween(answer.pose[2], held.pose[2]);
  }

  // ---------------------------------------------------------------- the table, as hands see it

  get W(): number {
    return this.#scene.board.width;
  }
  get H(): number {
    return this.#scene.H;
  }
  get pieces(): readonly Piece[] {
    return this.#scene.pieces;
  }
  get byId(): ReadonlyMap<number, Piece> {
    return this.#scene.byId;
  }
  get picks(): ReadonlySet<number> {
    return this.#scene.picks;
  }
  get targets(): ReadonlySet<number> {
    return this.#scene.targets;
  }
  get selected(): number | null {
    return this.#scene.selection.unit ?? null;
  }
  get reach(): number | null {
    return this.#scene.reach?.unit ?? null;
  }
  get pulls(): ReadonlySet<number> {
    return this.#given.pulls ?? NOBODY;
  }
  get taping(): boolean {
    return this.#given.taping ?? false;
  }
  get quick(): boolean {
    return !!this.#given.quick && !this.#scene.aims;
  }

  // ---------------------------------------------------------------- choosing

  choose(id: number): void {
    const { aims, reach, picks, targets, areas, cells, selection } = this.#scene;
    const piece = this.byId.get(id);
    if (aims && piece && id !== reach?.unit) return this.ground(piece.pose[0], piece.pose[1]);
    const under = piece && !picks.has(id) && !targets.has(id) ? cellAt(areas, cells, piece.pose[0], piece.pose[1]) : null;
    if (targets.has(id) && typeof selection.unit === 'number') this.#given.onpair?.(selection.unit, id);
    else if (under !== null) this.#given.oncell?.(under);
    else {
      this.#given.onpick?.(id);
      if (this.#scene.reach?.unit === id && !this.held && piece) this.hold(id, piece.pose);
    }
  }

  ground(x: number, y: number): void {
    const { spots, areas, cells, reach, board, m } = this.#scene;
    const near = spots.map((s) => ({ ...s, far: Math.hypot(s.at[0] - x, s.at[1] - y) })).sort((a, b) => a.far - b.far)[0];
    if (near && near.far < Math.max(18 / this.cam.k, m * 0.5)) return this.#given.oncell?.(near.id);
    const cell = cellAt(areas, cells, x, y);
    if (cell !== null) return this.#given.oncell?.(cell);
    if (!reach) {
      this.#given.onplace?.(Math.round(x), Math.round(y));
      this.#given.onpick?.(null);
      return;
    }
    const piece = this.byId.get(reach.unit);
    if (!piece || x < 0 || y < 0 || x > board.width || y > board.height) return;
    this.hold(reach.unit, [x, y, (this.held ?? piece).pose[2]]);
    this.tell();
    if (this.#scene.aims && this.held) this.release(this.held.unit, [...this.held.pose]);
  }

  hover(id: number | null): void {
    if (id === this.hovered) return;
    this.hovered = id;
    this.#given.onhover?.(id);
  }

  pick(unit: number | null): void {
    this.#given.onpick?.(unit);
  }
  join(unit: number): void {
    this.#given.onjoin?.(unit);
  }
  menu(unit: number): void {
    this.#given.onmenu?.(unit);
  }
  focusUnit(unit: number): void {
    this.#focus(unit);
  }

  // ---------------------------------------------------------------- moving

  hold(unit: number, pose: Pose): void {
    this.hand.hold(unit, pose);
  }
  tell(): void {
    this.hand.tell();
  }
  drop(): void {
    this.hand.drop();
  }
  cancel(): void {
    this.hand.cancel();
  }
  turn(by: number): void {
    this.hand.turn(by);
  }
  release(unit: number, pose: Pose): void {
    this.#given.onrelease?.(unit, pose);
  }
  adjust(on: boolean): void {
    this.#given.onadjust?.(on);
    if (this.held) this.#focus(this.held.unit, false);
  }
  take(model: number | null): void {
    this.#given.onmodel?.(model);
  }
  move(model: number, x: number, y: number): void {
    this.hand.moveModel(model, x, y);
  }
  settle(): void {
    this.hand.settle();
  }
  putBack(model: number): void {
    this.#given.onmodelback?.(model);
  }
  pulled(unit: number | null, pose?: Pose, target: number | null = null): void {
    this.pulling = unit === null || !pose ? null : { unit, pose, target, by: this.pulling?.by ?? [] };
  }
  pull(unit: number, pose: Pose, target: number | null, by: readonly Point[]): void {
    this.#given.onpull?.(unit, [Math.round(pose[0]), Math.round(pose[1]), pose[2]], target, by);
  }

  // ---------------------------------------------------------------- way-points

  /** how many way-points the unit in the hand may go by; before it may be moved nobody knows */
  bends: number = $derived.by(() => {
    const { reach } = this.#scene;
    if (this.pulling) return PULLED_BY;
    return this.held && reach?.pick === 'reach' && reach.unit === this.held.unit ? (reach.bends ?? 0) : 0;
  });
  /** those set so far */
  get stops(): readonly Point[] {
    return this.pulling?.by ?? this.answer?.by ?? [];
  }
  /** One where the unit in the hand is now, unless the last is there. */
  bend(): void {
    const { pulling, held, stops } = this;
    const at = pulling?.pose ?? held?.pose;
    if (!at || stops.length >= this.bends) return;
    const [x, y] = [Math.round(at[0]), Math.round(at[1])];
    const last = stops.at(-1);
    if (last && Math.hypot(last[0] - x, last[1] - y) < LEAST_APART) return;
    if (pulling) this.pulling = { ...pulling, by: [...stops, [x, y]] };
    else {
      this.tell();
      this.#given.onbend?.(held!.unit, x, y);
    }
  }
  bendTo(at: number, x: number, y: number): void {
    if (this.held) this.#given.onbendto?.(this.held.unit, at, Math.round(x), Math.round(y));
  }
  unbend(at?: number): void {
    const { pulling, stops } = this;
    if (pulling) this.pulling = { ...pulling, by: stops.slice(0, -1) };
    else if (this.held) this.#given.onunbend?.(this.held.unit, at);
  }

  // ---------------------------------------------------------------- pointing

  at(x: number, y: number): void {
    const ways = (this.#given.journeys ?? []).length > 0;
    if (ways || this.over !== null) this.over = ways ? cellAt(this.#scene.areas, this.#scene.cells, x, y) : null;
  }
  point(x: number | null, y = 0): void {
    const { marks, m } = this.#scene;
    this.pointed = x === null ? null : markAt(marks, x, y, markScale(1 / this.cam.k, m));
  }
  box(from: Point | null, to?: Point): void {
    this.boxing = from && to ? { from, to } : null;
  }
  boxed(from: Point, to: Point): void {
    this.#given.onbox?.(from, to);
  }
  tape(from: Point, to: Point): void {
    this.taped = { from, to };
    this.#given.ontape?.(from, to);
  }
}

const NOBODY: ReadonlySet<number> = new Set();
/** So many way-points may be set for a unit that waits for its orders. */
const PULLED_BY = 4;
/** Two way-points are not nearer to each other, in hundredths. */
const LEAST_APART = 20;
