/** A unit in the hand: where its ghost is, and who is told of it, not more often than the desk can follow. */

import { norm } from './geometry';
import type { Lone } from './singles';
import type { Board, Pose } from './wire';

const THROTTLE = 60;

export interface Listeners {
  board: () => Board;
  ondrag: (unit: number, pose: Pose) => void;
  ondrop: (unit: number, pose: Pose) => void;
  oncancel: (unit: number) => void;
  onmodeldrag: (unit: number, model: number, x: number, y: number) => void;
  onmodelrelease: (unit: number, model: number, x: number, y: number) => void;
}

const same = (a: Pose, b: Pose | null): boolean => !!b && a[0] === b[0] && a[1] === b[1] && a[2] === b[2];

export class Hold {
  held = $state.raw<{ unit: number; pose: Pose } | null>(null);
  grabbing = $state(false);
  /** the figure in the hand, where the hand is */
  lone = $state.raw<Lone | null>(null);

  #on: Listeners;
  #told = -THROTTLE;
  /** the place told last: what comes back with another was not ours */
  #said: Pose | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(on: Listeners) {
    this.#on = on;
  }

  /** Set at the desk (typed, chosen from a list, brought back by the rules): the ghost goes there. */
  follow(unit: number, pose: Pose): void {
    const { held } = this;
    if (this.grabbing || held?.unit !== unit || same(pose, this.#said) || same(pose, held.pose)) return;
    this.hush();
    this.held = { unit, pose };
  }

  hold(unit: number, pose: Pose): void {
    const { width, height } = this.#on.board();
    const [x, y] = [Math.round(pose[0]), Math.round(pose[1])];
    this.held = { unit, pose: [Math.min(width, Math.max(0, x)), Math.min(height, Math.max(0, y)), norm(pose[2])] };
    this.#later();
  }

  turn(by: number): void {
    if (this.held) this.hold(this.held.unit, [this.held.pose[0], this.held.pose[1], this.held.pose[2] + by]);
  }

  /** A single figure goes somewhere; the desk is told as of the whole unit. */
  moveModel(model: number, x: number, y: number): void {
    this.lone = { model, x: Math.round(x), y: Math.round(y) };
    if (this.grabbing) this.#later();
    else this.settle(false);
  }

  settle(released = true): void {
    if (!this.held || !this.lone) return;
    const { model, x, y } = this.lone;
    this.tell();
    this.lone = null;
    if (released) this.#on.onmodelrelease(this.held.unit, model, x, y);
  }

  drop(): void {
    if (!this.held) return;
    if (this.#timer) this.tell();
    this.#on.ondrop(this.held.unit, [...this.held.pose]);
  }

  cancel(): void {
    if (!this.held) return;
    this.hush();
    const { unit } = this.held;
    this.held = null;
    this.grabbing = false;
    this.#on.oncancel(unit);
  }

  tell(): void {
    this.hush();
    this.#told = performance.now();
    const { held, lone } = this;
    if (!held) return;
    if (lone) return this.#on.onmodeldrag(held.unit, lone.model, lone.x, lone.y);
    this.#said = held.pose;
    this.#on.ondrag(held.unit, [...held.pose]);
  }

  /** Nothing more is told of what was. */
  hush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #later(): void {
    clearTimeout(this.#timer);
    const wait = this.#told + THROTTLE - performance.now();
    if (wait <= 0) this.tell();
    else this.#timer = setTimeout(() => this.tell(), wait);
  }
}
