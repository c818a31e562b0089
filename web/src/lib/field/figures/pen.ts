/** Ink by class: all that one unit's figures have of a colour is one path. */

import type { Livery } from '../wire';

export interface Ink {
  cls: string;
  d: string;
  /** only for near views, for middling and near ones, for far ones alone, for all */
  view: 'near' | 'middle' | 'far' | 'all';
}

/** From the ground up. */
const ORDER = [
  'gone', 'hooves', 'mount', 'mane', 'cloth', 'hem', 'leg', 'canvas', 'hoops', 'wood', 'iron', 'spokes', 'hub', 'brass', 'pack', 'roll', 'arms', 'steel', 'sleeve', 'cuff', 'coat', 'body',
  'plate', 'belt', 'facing', 'shield', 'hide', 'poll', 'pennon', 'brim', 'hat', 'fold', 'plume', 'lace', 'pole', 'colour', 'drum',
] as const;
export type Cls = (typeof ORDER)[number];
const NEAR: ReadonlySet<Cls> = new Set(['roll', 'cuff', 'belt', 'hem', 'mane', 'hooves', 'fold', 'spokes', 'leg', 'hoops', 'hide']);

const MIDDLE: ReadonlySet<Cls> = new Set(['pack', 'sleeve', 'coat', 'belt', 'facing', 'brim', 'hat', 'plume']);
/** Far off a man is his coat. */
const FAR: ReadonlySet<Cls> = new Set(['body', 'poll']);

/** What is drawn of figures so many pixels tall. */
export function seen(ink: Ink, size: number): boolean {
  if (size <= 12) return ink.view === 'far' || ink.view === 'all';
  return ink.view === 'all' || ink.view === 'middle' || (ink.view === 'near' && size > 14);
}

const n = (v: number): string => String(Math.round(v * 10) / 10);

export class Pen {
  private readonly kept = new Map<Cls, string>();

  put(cls: Cls, d: string): void {
    this.kept.set(cls, (this.kept.get(cls) ?? '') + d);
  }

  inks(): Ink[] {
    return ORDER.flatMap((cls) => {
      const d = this.kept.get(cls);
      return d ? [{ cls, d, view: NEAR.has(cls) ? 'near' : MIDDLE.has(cls) ? 'middle' : FAR.has(cls) ? 'far' : 'all' }] : [];
    });
  }
}

/** A place that draws in its own measure: a figure is one unit across. */
export class Spot {
  constructor(
    readonly x: number,
    readonly y: number,
    readonly s: number,
  ) {}

  p(dx: number, dy: number): string {
    return `${n(this.x + dx * this.s)} ${n(this.y + dy * this.s)}`;
  }
  disc(dx: number, dy: number, r: number): string {
    return this.oval(dx, dy, r, r);
  }
  oval(dx: number, dy: number, rx: number, ry: number): string {
    const [a, b] = [n(rx * this.s), n(ry * this.s)];
    return `M${this.p(dx - rx, dy)}a${a} ${b} 0 1 0 ${n(2 * rx * this.s)} 0a${a} ${b} 0 1 0 ${n(-2 * rx * this.s)} 0Z`;
  }
  line(...points: readonly (readonly [number, number])[]): string {
    return `M${points.map(([x, y]) => this.p(x, y)).join('L')}`;
  }
  shape(...points: readonly (readonly [number, number])[]): string {
    return `${this.line(...points)}Z`;
  }
  /** Fur, feathers: a round thing with a soft edge. */
  tuft(dx: number, dy: number, r: number, lobes = 8): string {
    let d = '';
    for (let i = 0; i <= lobes; i++) {
      const a = (i / lobes) * 2 * Math.PI;
      const at = this.p(dx + Math.cos(a) * r, dy + Math.sin(a) * r);
      const k = n(r * this.s * 0.42);
      d += i ? `A${k} ${k} 0 0 1 ${at}` : `M${at}`;
    }
    return `${d}Z`;
  }
}

/** What somebody wears of whom nothing is known. */
export const PLAIN: Livery = { key: '', coat: '#8d8c86', facings: '#d6bd88' };
