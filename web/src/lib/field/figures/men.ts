/** Men on foot and on horseback, seen from above, in what they wear. */

import { rng } from '../geometry';
import type { Livery, Stand } from '../wire';
import { HEADS } from './heads';
import { Spot, type Pen } from './pen';

export interface Cell {
  x: number;
  y: number;
  size: number;
  /** false: somebody stood here and has fallen */
  filled: boolean;
}

const head = (pen: Pen, at: Spot, wear: Livery, r: number): void => HEADS[wear.head ?? 'shako'](pen, at, !!wear.plume, r);

/** Shoulders. */
const shoulders = (at: Spot, w: number, d: number, dy = 0): string =>
  `M${at.p(-w, dy)}C${at.p(-w, dy - d * 1.5)} ${at.p(w, dy - d * 1.5)} ${at.p(w, dy)}C${at.p(w, dy + d * 1.5)} ${at.p(-w, dy + d * 1.5)} ${at.p(-w, dy)}Z`;

const shield = (pen: Pen, at: Spot, dx: number, dy: number): void => {
  pen.put('shield', at.oval(dx, dy, 0.17, 0.27));
  pen.put('hide', at.line([dx, dy - 0.31], [dx, dy + 0.31]) + at.oval(dx - 0.07, dy - 0.08, 0.05, 0.07) + at.oval(dx + 0.07, dy + 0.1, 0.05, 0.07));
};

/** What a man on foot holds before him. */
function hold(pen: Pen, at: Spot, weapon: Livery['weapon']): void {
  if (weapon === 'none') return;
  if (weapon === 'sword' || weapon === 'sabre') return pen.put('steel', at.line([0.28, -0.12], [0.36, -0.62]));
  if (weapon === 'bow') {
    pen.put('arms', `M${at.p(-0.2, -0.3)}Q${at.p(0.08, -0.72)} ${at.p(0.4, -0.36)}`);
    return pen.put('steel', at.line([0.06, -0.1], [0.12, -0.66]));
  }
  const long = weapon === 'spear' || weapon === 'lance';
  pen.put('arms', long ? at.line([0.26, 0.4], [0.24, -0.66]) : at.line([0.3, 0.14], [0.13, -0.54]));
  if (long) pen.put('steel', at.line([0.24, -0.62], [0.236, -0.82]));
  else if (weapon !== 'rifle') pen.put('steel', at.line([0.13, -0.54], [0.085, -0.72]));
}

/** A man: knapsack, shoulders with belts and epaulettes, arms, musket, hat. */
export function soldiers(pen: Pen, cells: readonly Cell[], wear: Livery): void {
  const shake = rng(cells.length * 7 + 1);
  for (const c of cells) {
    const s = c.size;
    const at = new Spot(c.x + (shake() - 0.5) * s * 0.05, c.y + s * 0.1 + (shake() - 0.5) * s * 0.07, s);
    if (!c.filled) {
      pen.put('gone', at.disc(0, -0.06, 0.2));
      continue;
    }
    const [w, d] = [0.35, 0.17];
    pen.put('leg', at.oval(-0.13, -0.2, 0.08, 0.13) + at.oval(0.13, 0.2, 0.08, 0.13));
    if (wear.pack !== '') {
      pen.put('pack', at.shape([-0.19, 0.06], [0.19, 0.06], [0.17, 0.3], [-0.17, 0.3]));
      pen.put('roll', at.line([-0.2, 0.2], [0.2, 0.2]));
    }
    const weapon = wear.weapon ?? 'musket';
    hold(pen, at, weapon);
    pen.put('sleeve', at.line([-w * 0.84, -d * 0.3], [wear.shield?.length ? -0.22 : 0.15, wear.shield?.length ? -0.24 : -0.36]) + at.line([w * 0.86, -d * 0.4], [0.24, -0.1]));
    pen.put('cuff', at.disc(0.24, -0.12, 0.045) + (wear.shield?.length ? '' : at.disc(0.15, -0.36, 0.045)));
    pen.put('coat', shoulders(at, w, d));
    if (wear.belts !== '') pen.put('belt', at.line([-0.17, -0.14], [-0.1, 0.14]) + at.line([0.17, -0.14], [0.1, 0.14]));
    pen.put('facing', at.disc(-0.3, 0, 0.06) + at.disc(0.3, 0, 0.06));
    if (wear.shield?.length) shield(pen, at, -0.25, -0.3);
    pen.put('body', at.oval(0, 0.02, 0.34, 0.27));
    pen.put('poll', at.disc(0, 0, 0.12));
    head(pen, at, wear, 0.16);
  }
}

/** A horse seen from above: barrel, neck, head, tail. */
export function horse(at: Spot): string {
  const { p } = { p: at.p.bind(at) };
  return (
    `M${p(0, -0.74)}C${p(0.08, -0.76)} ${p(0.1, -0.62)} ${p(0.09, -0.5)}` +
    `C${p(0.1, -0.4)} ${p(0.2, -0.36)} ${p(0.21, -0.18)}C${p(0.2, 0)} ${p(0.2, 0.12)} ${p(0.22, 0.26)}C${p(0.24, 0.44)} ${p(0.1, 0.5)} ${p(0.03, 0.5)}` +
    `L${p(0.06, 0.76)}L${p(-0.05, 0.73)}L${p(-0.03, 0.5)}` +
    `C${p(-0.1, 0.5)} ${p(-0.24, 0.44)} ${p(-0.22, 0.26)}C${p(-0.2, 0.12)} ${p(-0.2, 0)} ${p(-0.21, -0.18)}C${p(-0.2, -0.36)} ${p(-0.1, -0.4)} ${p(-0.09, -0.5)}C${p(-0.1, -0.62)} ${p(-0.08, -0.76)} ${p(0, -0.74)}Z`
  );
}

function ride(pen: Pen, at: Spot): void {
  pen.put('hooves', at.oval(-0.2, -0.3, 0.05, 0.1) + at.oval(0.2, -0.24, 0.05, 0.1) + at.oval(-0.21, 0.36, 0.05, 0.1) + at.oval(0.21, 0.42, 0.05, 0.1));
  pen.put('mount', horse(at));
  pen.put('mane', at.line([0, -0.6], [0, -0.26]) + at.line([-0.08, -0.6], [-0.12, -0.7]) + at.line([0.08, -0.6], [0.12, -0.7]));
  pen.put('cloth', at.shape([-0.21, -0.06], [0.21, -0.06], [0.24, 0.34], [0, 0.4], [-0.24, 0.34]));
  pen.put('hem', at.line([-0.21, -0.04], [-0.235, 0.33], [0, 0.39], [0.235, 0.33], [0.21, -0.04]));
  pen.put('leg', at.oval(-0.22, 0.02, 0.06, 0.15) + at.oval(0.22, 0.02, 0.06, 0.15));
}

/** What a rider holds. */
function wield(pen: Pen, at: Spot, weapon: Livery['weapon']): void {
  if (weapon === 'lance' || weapon === 'spear') {
    pen.put('arms', at.line([0.31, 0.42], [0.27, -0.84]));
    pen.put('steel', at.line([0.27, -0.84], [0.266, -0.98]));
    if (weapon === 'lance') pen.put('pennon', at.shape([0.27, -0.84], [0.52, -0.72], [0.4, -0.66], [0.5, -0.56], [0.28, -0.58]));
  } else if (weapon === 'bow') pen.put('arms', `M${at.p(-0.3, -0.2)}Q${at.p(-0.5, 0.06)} ${at.p(-0.28, 0.34)}`);
  else if (weapon === 'musket' || weapon === 'rifle') pen.put('arms', at.line([0.28, 0.28], [0.2, -0.4]));
  else if (weapon !== 'none') pen.put('steel', at.line([0.27, 0.0], [0.36, -0.52]));
}

export function troopers(pen: Pen, cells: readonly Cell[], wear: Livery): void {
  const shake = rng(cells.length * 13 + 1);
  for (const c of cells) {
    const s = c.size;
    const at = new Spot(c.x, c.y + (shake() - 0.5) * s * 0.1, s);
    if (!c.filled) {
      pen.put('gone', at.disc(0, 0, 0.22));
      continue;
    }
    ride(pen, at);
    const [w, d, dy] = [0.26, 0.13, 0.06];
    wield(pen, at, wear.weapon ?? 'sabre');
    pen.put('sleeve', at.line([-w * 0.85, dy], [-0.05, -0.2]) + at.line([w * 0.85, dy], [0.26, -0.1]));
    pen.put('coat', shoulders(at, w, d, dy));
    if (wear.plate) pen.put('plate', at.oval(0, dy, 0.17, 0.13));
    else if (wear.belts !== '') pen.put('belt', at.line([-0.15, dy - 0.1], [0.13, dy + 0.12]));
    pen.put('facing', at.disc(-0.22, dy, 0.05) + at.disc(0.22, dy, 0.05));
    if (wear.shield?.length) shield(pen, at, -0.32, -0.02);
    pen.put('body', at.oval(0, dy, 0.28, 0.24));
    pen.put('poll', at.disc(0, dy, 0.1));
    head(pen, new Spot(at.x, at.y + dy * s, s), wear, 0.12);
  }
}

/** A general on his horse. */
export function leader(pen: Pen, x: number, y: number, s: number, wear: Livery): void {
  troopers(pen, [{ x: x - s * 0.03, y, size: s * 0.66, filled: true }], { ...wear, weapon: 'none' });
}

/** What tells the few from the many: a sword, a colour, a drum, a half-pike. */
export function marks(pen: Pen, men: readonly (Cell & { who: Stand })[]): void {
  for (const { x, y, size: s, who } of men) {
    const at = new Spot(x, y, s);
    if (who === 'officer') {
      pen.put('steel', at.line([0.28, 0.02], [0.4, -0.62]) + at.line([0.2, -0.1], [0.38, -0.06]));
      pen.put('lace', at.disc(-0.3, 0.1, 0.09) + at.disc(0.3, 0.1, 0.09));
    } else if (who === 'flag') {
      pen.put('pole', at.line([-0.3, 0.3], [-0.34, -0.66]));
      pen.put('colour', `M${at.p(-0.34, -0.66)}C${at.p(-0.1, -0.8)} ${at.p(0.1, -0.5)} ${at.p(0.42, -0.62)}L${at.p(0.42, -0.2)}C${at.p(0.1, -0.08)} ${at.p(-0.1, -0.38)} ${at.p(-0.32, -0.24)}Z`);
    } else if (who === 'musician') pen.put('drum', at.disc(-0.04, -0.36, 0.19));
    else if (who === 'guide') pen.put('pole', at.line([-0.34, 0.34], [-0.34, -0.6]) + at.line([-0.44, -0.44], [-0.24, -0.44]));
  }
}
