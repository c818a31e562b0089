/**
 * Where one looks. The drawing has a size in pixels (`k` pixels for a hundredth) that is set anew only when a zoom comes to
 * rest; while it goes on the finished picture is scaled by `s`, and panning only shifts it.
 */

import { clamp } from './geometry';

/** Milliseconds of rest after which a zoom is over: longer than from one notch of a wheel to the next. */
const SETTLE = 280;
/** Pixels of wood between a tool bar and the table. */
const GAP = 8;

export class Camera {
  /** pixels for a hundredth, as drawn */
  k = $state(0.1);
  /** scale on top of it while a zoom goes on */
  s = $state(1);
  x = $state(0);
  y = $state(0);
  width = $state(0);
  height = $state(0);
  /** the whole table is shown and follows the window */
  fitted = $state(true);

  /** pixels at the top of the window that are not the table's: a tool bar lies there */
  #head = 0;
  /** table and margin, in hundredths */
  #w = 1;
  #h = 1;
  #m = 0;
  #scale = 100;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Tell what is looked at: the table, its margin, and the size of ordinary things on it. */
  table(width: number, height: number, margin: number, ordinary: number): void {
    this.#w = width + 2 * margin;
    this.#h = height + 2 * margin;
    this.#m = margin;
    this.#scale = ordinary;
  }

  window(width: number, height: number, head = 0): void {
    this.#head = head < height / 4 ? head : 0;
    const [dx, dy] = [(width - this.width) / 2, (height - this.height) / 2];
    const first = !this.width;
    this.width = width;
    this.height = height;
    if (first || this.fitted) this.fit();
    else this.#place(this.x + dx, this.y + dy);
  }

  /** Where the table's part of the window begins, below what lies at its top. */
  get head(): number {
    return this.#head;
  }

  get z(): number {
    return this.k * this.s;
  }

  get least(): number {
    return this.#fitting() * 0.85;
  }

  get most(): number {
    return Math.max(100 / this.#scale, this.#fitting() * 2);
  }

  #fitting(): number {
    return Math.max(1e-4, Math.min(this.width / this.#w, (this.height - this.#head) / this.#h));
  }

  fit(): void {
    this.k = this.#fitting();
    this.s = 1;
    this.fitted = true;
    this.x = (this.width - this.#w * this.k) / 2;
    // Below a tool bar the table begins at once: what is left over lies at its foot, where the scale and the keys for zooming are.
    const spare = this.height - this.#head - this.#h * this.k;
    this.y = this.#head + (this.#head ? Math.min(spare / 2, GAP) : spare / 2);
  }

  /** Zoom by a factor, a place of the window staying where it is. */
  zoom(factor: number, cx = this.width / 2, cy = this.height / 2): void {
    const to = clamp(this.z * factor, this.least, this.most);
    const ratio = to / this.z;
    // At the end of the scale too the wheel still turns: it is not yet time to draw anew.
    if (ratio !== 1 || this.s !== 1) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.settle(), SETTLE);
    }
    if (ratio === 1) return;
    this.fitted = false;
    this.s *= ratio;
    this.#place(cx - (cx - this.x) * ratio, cy - (cy - this.y) * ratio);
  }

  /** Draw at the size that is shown. */
  settle(): void {
    clearTimeout(this.#timer);
    if (this.s === 1) return;
    this.k *= this.s;
    this.s = 1;
  }

  pan(dx: number, dy: number): void {
    this.fitted = false;
    this.#place(this.x + dx, this.y + dy);
  }

  /** Bring a place of the table to the middle. */
  centre(x: number, yDown: number): void {
    this.fitted = false;
    const z = this.z;
    this.#place(this.width / 2 - (x + this.#m) * z, this.height / 2 - (yDown + this.#m) * z);
  }

  /** Shift just so much that a place of the table is in the window, with some room about it. */
  reveal(x: number, yDown: number, room = 60): void {
    const [px, py] = this.toScreen(x, yDown);
    const [rx, ry] = [Math.min(room, this.width / 4), Math.min(room, this.height / 4)];
    const dx = px < rx ? rx - px : px > this.width - rx ? this.width - rx - px : 0;
    const dy = py < ry ? ry - py : py > this.height - ry ? this.height - ry - py : 0;
    if (dx || dy) this.pan(dx, dy);
  }

  toScreen(x: number, yDown: number): [number, number] {
    return [this.x + (x + this.#m) * this.z, this.y + (yDown + this.#m) * this.z];
  }

  /** A place in the window as one on the table, y still down. */
  toTable(px: number, py: number): [number, number] {
    return [(px - this.x) / this.z - this.#m, (py - this.y) / this.z - this.#m];
  }

  /** Some of the table always stays in the window. */
  #place(x: number, y: number): void {
    const [w, h] = [this.#w * this.z, this.#h * this.z];
    const keep = (v: number, size: number, room: number): number =>
      size <= room ? clamp(v, Math.min(0, room - size) - size * 0.3, Math.max(0, room - size) + size * 0.3) : clamp(v, room * 0.55 - size, room * 0.45);
    this.x = keep(x, w, this.width);
    this.y = keep(y, h, this.height);
  }
}
