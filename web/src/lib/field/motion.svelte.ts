/** The queue of things to be seen: moves, smoke, the fallen, charges and dice. */

import { SvelteMap } from 'svelte/reactivity';
import { along, area, clamp, follow, rng, seedOf, toLocal, toWorld, turnBetween, bounds } from './geometry';
import { armOf } from './figures';
import type { Effect, Motion, MotionOptions } from './types';
import type { DiceFall, Entry, MotionUpdate, Piece, Point, Pose, View } from './wire';

export interface Puff {
  id: number;
  x: number;
  y: number;
  r: number;
  dx: number;
  dy: number;
  delay: number;
}
export interface Fallen {
  id: number;
  x: number;
  y: number;
  turn: number;
  side: number;
  arm: string;
  fresh: boolean;
  /** how large, 1 for a base an inch across */
  size: number;
}
export interface Arrow {
  id: number;
  from: Point;
  to: Point;
  side: number;
  kind: 'charge' | 'aim';
}
export interface Float {
  id: number;
  x: number;
  y: number;
  words: string;
}
export interface Thrown {
  id: number;
  fall: DiceFall;
  tumbling: boolean;
}

interface Job {
  update: MotionUpdate;
  done: () => void;
}

const MOST_FALLEN = 500;

/** How the entries' words are read when the desk says nothing else. */
export function effectOf(what: string): Effect {
  const w = what.toLowerCase();
  if (/^(aims?|takes? aim|targets?)\b/.test(w)) return 'aim';
  if (/^(hits?|shoots?|fires?|volleys?|bombards?|opens? fire|returns? fire)\b/.test(w)) return 'shot';
  if (/^(charges?|declares? a charge|countercharges?|pursues?)\b/.test(w) && !/short|falls/.test(w)) return 'charge';
  return 'none';
}

/** How large the figures of a piece are, next to those on a base an inch across. */
function sizeOf(piece: Piece): number {
  const stand = piece.bases?.[0] ?? piece.footprint;
  return clamp(Math.sqrt(Math.abs(area(stand))) / 100, 0.4, 8);
}

const UNIT = ['unit', 'by', 'shooter', 'attacker'] as const;
const AIM = ['target', 'enemy', 'into', 'defender'] as const;

function idOf(facts: Record<string, unknown> | undefined, names: readonly string[]): number | null {
  for (const name of names) if (typeof facts?.[name] === 'number') return facts[name] as number;
  return null;
}

/** Everything a Battlefield needs of a queue; the desk sees it as `Motion`. */
export class MotionQueue implements Motion {
  speed = $state(1);
  busy = $state(false);
  scene = $state.raw<View | null>(null);
  puffs = $state.raw<readonly Puff[]>([]);
  fallen = $state.raw<readonly Fallen[]>([]);
  arrows = $state.raw<readonly Arrow[]>([]);
  floats = $state.raw<readonly Float[]>([]);
  dice = $state.raw<Thrown | null>(null);
  /** Poses that differ from the scene's, while something moves; and how solid pieces are that come or go. */
  readonly poses = new SvelteMap<number, Pose>();
  readonly fades = new SvelteMap<number, number>();

  #rest: View | null = null;
  #queue: Job[] = [];
  #effects: Record<string, Effect>;
  #count = 0;
  #era = 0;
  #skipping = false;
  #wake = new Set<() => void>();
  #clearDice: ReturnType<typeof setTimeout> | undefined;

  constructor(options: MotionOptions = {}) {
    this.speed = options.speed ?? 1;
    this.#effects = options.effects ?? {};
  }

  /** The battlefield tells what it draws when nothing moves. */
  rest(view: View): void {
    this.#rest = view;
  }

  play(update: MotionUpdate): Promise<void> {
    if (!this.busy) {
      this.busy = true;
      this.scene = this.#rest ?? update.view;
      queueMicrotask(() => void this.#run(this.#era));
    }
    return new Promise((done) => this.#queue.push({ update, done }));
  }

  skip(): void {
    if (!this.busy) return;
    this.#skipping = true;
    for (const wake of [...this.#wake]) wake();
  }

  reset(): void {
    this.#era++;
    for (const job of this.#queue.splice(0)) job.done();
    for (const wake of [...this.#wake]) wake();
    this.poses.clear();
    this.fades.clear();
    this.puffs = [];
    this.fallen = [];
    this.arrows = [];
    this.floats = [];
    this.dice = null;
    this.scene = null;
    this.#rest = null;
    this.busy = false;
  }

  /** What time is multiplied with; 0: no time at all. */
  get #pace(): number {
    if (this.#skipping || this.speed <= 0 || reduced()) return 0;
    return 1 / (this.speed * (1 + Math.max(0, this.#queue.length - 2) * 0.5));
  }

  async #run(era: number): Promise<void> {
    while (era === this.#era) {
      const job = this.#queue.shift();
      if (!job) break;
      try {
        await this.#show(job.update, era);
      } finally {
        if (era === this.#era) {
          this.scene = job.update.view;
          this.#rest = job.update.view;
          this.poses.clear();
          this.fades.clear();
        }
        job.done();
      }
    }
    if (era !== this.#era) return;
    this.#skipping = false;
    this.busy = false;
    this.scene = null;
  }

  async #show(update: MotionUpdate, era: number): Promise<void> {
    const from = new Map((this.scene?.pieces ?? []).map((p) => [p.id, p]));
    const to = new Map(update.view.pieces.map((p) => [p.id, p]));
    const fall = update.action?.dice;
    const waits: Promise<void>[] = [];
    if (!update.action?.undone) {
      this.#entries(update.entries ?? [], from, to);
      if (fall?.faces?.length) waits.push(this.#throw(fall));
      this.#losses(from, to);
    }
    await Promise.all(waits);
    if (era !== this.#era) return;
    await this.#moves(update, from, to, era);
  }

  async #throw(fall: DiceFall): Promise<void> {
    clearTimeout(this.#clearDice);
    const id = ++this.#count;
    const pace = this.#pace;
    this.dice = { id, fall, tumbling: pace > 0 };
    if (pace) {
      await this.#wait(620 * pace);
      if (this.dice?.id === id) this.dice = { id, fall, tumbling: false };
      await this.#wait((500 + Math.min(500, (fall.faces?.length ?? 0) * 40)) * pace);
    } else if (!this.#skipping && this.speed > 0) {
      await this.#wait(500 / this.speed);
    }
    this.#clearDice = setTimeout(() => {
      if (this.dice?.id === id) this.dice = null;
    }, 2600);
  }

  #entries(entries: readonly Entry[], from: Map<number, Piece>, to: Map<number, Piece>): void {
    const pace = this.#pace;
    if (!pace) return;
    for (const entry of entries) {
      const effect = this.#effects[entry.what] ?? effectOf(entry.what);
      if (effect === 'none') continue;
      const one = idOf(entry.facts, UNIT);
      const other = idOf(entry.facts, AIM);
      const unit = one === null ? undefined : (from.get(one) ?? to.get(one));
      const target = other === null ? undefined : (from.get(other) ?? to.get(other));
      if (!unit || !unit.footprint.length) continue;
      if (effect === 'shot') this.#smoke(unit, pace);
      if ((effect === 'charge' || effect === 'aim') && target) {
        const [from_, to_]: [Point, Point] = [
          [unit.pose[0], unit.pose[1]],
          [target.pose[0], target.pose[1]],
        ];
        const arrow: Arrow = { id: ++this.#count, from: from_, to: to_, side: unit.side, kind: effect };
        this.arrows = [...this.arrows, arrow];
        this.#later(1500 * pace, () => (this.arrows = this.arrows.filter((a) => a !== arrow)));
      }
    }
  }

  #smoke(unit: Piece, pace: number): void {
    const box = bounds(toLocal(unit.footprint, unit.pose));
    const random = rng(seedOf(unit.id, ++this.#count));
    const gun = armOf(unit) === 'gun';
    const f = gun ? sizeOf(unit) / 2 : sizeOf(unit);
    const wide = box.x1 - box.x0;
    const n = gun ? 4 : clamp(Math.round(wide / (55 * f)), 3, 14);
    const puffs: Puff[] = [];
    for (let k = 0; k < n; k++) {
      const x = gun ? (box.x0 + box.x1) / 2 + (random() - 0.5) * 30 * f : box.x0 + (wide * (k + 0.2 + random() * 0.6)) / n;
      const y = box.y0 - (gun ? 10 + k * 34 : 8 + random() * 30) * f;
      const [wx, wy] = toWorld([x, y], unit.pose);
      const [ox, oy] = toWorld([x + (random() - 0.5) * 40 * f, y - (50 + random() * (gun ? 110 : 60)) * f], unit.pose);
      puffs.push({ id: ++this.#count, x: wx, y: wy, r: (gun ? 46 : 30) * (0.75 + random() * 0.6) * f, dx: ox - wx, dy: oy - wy, delay: Math.round(random() * (gun ? 90 : 340) * pace) });
    }
    this.puffs = [...this.puffs, ...puffs];
    this.#later(2000 * pace, () => (this.puffs = this.puffs.filter((p) => !puffs.includes(p))));
  }

  #losses(from: Map<number, Piece>, to: Map<number, Piece>): void {
    const pace = this.#pace;
    const fresh: Fallen[] = [];
    for (const [id, old] of from) {
      const now = to.get(id);
      const before = old.figures ?? 0;
      const left = now ? (now.figures ?? 0) : before;
      const lost = before - left;
      if (lost <= 0 || !old.footprint.length) continue;
      const stands = old.bases?.length ? old.bases : [old.footprint];
      const random = rng(seedOf(id, before, left));
      for (let k = 0; k < Math.min(lost, 12); k++) {
        const stand = stands[Math.max(0, stands.length - 1 - Math.floor((k * stands.length) / Math.max(before, 1)))]!;
        const b = bounds(stand);
        fresh.push({
          id: ++this.#count,
          x: b.x0 + (0.15 + random() * 0.7) * (b.x1 - b.x0),
          y: b.y0 + (0.15 + random() * 0.7) * (b.y1 - b.y0),
          turn: Math.round(random() * 360),
          side: old.side,
          arm: armOf(old),
          fresh: pace > 0,
          size: sizeOf(old),
        });
      }
      if (pace) {
        const float: Float = { id: ++this.#count, x: old.pose[0], y: old.pose[1], words: `−${lost}` };
        this.floats = [...this.floats, float];
        this.#later(1700 * pace, () => (this.floats = this.floats.filter((f) => f !== float)));
      }
    }
    if (!fresh.length) return;
    this.fallen = [...this.fallen, ...fresh].slice(-MOST_FALLEN);
    const ids = new Set(fresh.map((f) => f.id));
    this.#later(2200 * pace, () => (this.fallen = this.fallen.map((f) => (ids.has(f.id) ? { ...f, fresh: false } : f))));
  }

  async #moves(update: MotionUpdate, from: Map<number, Piece>, to: Map<number, Piece>, era: number): Promise<void> {
    const pace = this.#pace;
    if (!pace) return;
    const runs: { id: number; path: Pose[] }[] = [];
    const fades: { id: number; a: number; b: number }[] = [];
    let far = 0;
    for (const [id, now] of to) {
      const old = from.get(id);
      if (!now.footprint.length) continue;
      if (!old?.footprint.length) {
        fades.push({ id, a: 0, b: 1 });
        continue;
      }
      const way = Math.hypot(now.pose[0] - old.pose[0], now.pose[1] - old.pose[1]);
      const turn = Math.abs(turnBetween(old.pose[2], now.pose[2]));
      if (way < 2 && turn < 4) continue;
      far = Math.max(far, way + turn * 0.4);
      runs.push({ id, path: this.#path(update, id, old.pose, now.pose) });
    }
    const ghosts = [...from.values()].filter((p) => p.footprint.length && !to.get(p.id)?.footprint.length);
    for (const p of ghosts) fades.push({ id: p.id, a: 1, b: 0 });
    if (!runs.length && !fades.length) return;
    for (const run of runs) this.poses.set(run.id, run.path[0]!);
    for (const f of fades) this.fades.set(f.id, f.a);
    const gone = new Set(ghosts.map((g) => g.id));
    this.scene = { ...update.view, pieces: [...update.view.pieces.filter((p) => !gone.has(p.id)), ...ghosts] };
    const time = (update.action?.undone ? 220 : clamp(260 + far * 0.55, 320, 1300)) * pace;
    await this.#frames(time, (t) => {
      if (era !== this.#era) return;
      const e = t < 0.5 ? 2 * t * t : 1 - (2 - 2 * t) ** 2 / 2;
      for (const run of runs) this.poses.set(run.id, along(run.path, e));
      for (const f of fades) this.fades.set(f.id, f.a + (f.b - f.a) * t);
    });
  }

  #path(update: MotionUpdate, id: number, from: Pose, to: Pose): Pose[] {
    if (!update.action?.undone) {
      for (const entry of update.entries ?? []) {
        if (idOf(entry.facts, UNIT) !== id) continue;
        const told = entry.facts?.['path'];
        if (Array.isArray(told) && told.length > 1) return [from, ...(told as Pose[]).slice(1, -1), to];
        const legs = follow(from, entry.facts?.['legs'], to);
        if (legs) return legs;
      }
    }
    return [from, to];
  }

  #later(ms: number, act: () => void): void {
    const era = this.#era;
    setTimeout(() => era === this.#era && act(), ms);
  }

  #wait(ms: number): Promise<void> {
    if (this.#skipping) return Promise.resolve();
    return new Promise((done) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#wake.delete(wake);
        done();
      };
      const timer = setTimeout(wake, ms);
      this.#wake.add(wake);
    });
  }

  #frames(ms: number, draw: (t: number) => void): Promise<void> {
    return new Promise((done) => {
      let start = -1;
      let stopped = false;
      const wake = (): void => {
        stopped = true;
        this.#wake.delete(wake);
        draw(1);
        done();
      };
      this.#wake.add(wake);
      const step = (now: number): void => {
        if (stopped) return;
        if (start < 0) start = now;
        const t = ms > 0 ? Math.min(1, (now - start) / ms) : 1;
        if (t >= 1) return wake();
        draw(t);
        requestAnimationFrame(step);
      };
      if (document.hidden) wake();
      else requestAnimationFrame(step);
    });
  }
}

export function reduced(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** A new queue. */
export function createMotion(options: MotionOptions = {}): Motion {
  return new MotionQueue(options);
}
