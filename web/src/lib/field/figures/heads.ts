/** What is on a head, seen from above; the face is to the front, which is up. */

import type { Headgear } from '../wire';
import type { Pen, Spot } from './pen';

type Draw = (pen: Pen, at: Spot, plume: boolean, r: number) => void;

/** A peak before the brow. */
const peak = (pen: Pen, at: Spot, r: number): void => pen.put('brim', `M${at.p(-r * 0.95, -r * 0.3)}C${at.p(-r * 0.8, -r * 1.75)} ${at.p(r * 0.8, -r * 1.75)} ${at.p(r * 0.95, -r * 0.3)}Z`);

const feather = (pen: Pen, at: Spot, plume: boolean, dx: number, dy: number, r: number): void => {
  if (plume) pen.put('plume', at.disc(dx, dy, r));
};

export const HEADS: Record<Headgear, Draw> = {
  shako(pen, at, plume, r) {
    peak(pen, at, r);
    pen.put('hat', at.disc(0, 0, r));
    pen.put('fold', at.disc(0, 0, r * 0.62));
    feather(pen, at, plume, 0, -r * 0.92, r * 0.42);
  },
  bearskin(pen, at, plume, r) {
    pen.put('hat', at.tuft(0, -r * 0.05, r * 1.12, 9));
    pen.put('fold', `M${at.p(-r * 0.5, r * 0.2)}l0.1 0M${at.p(r * 0.35, -r * 0.4)}l0.1 0M${at.p(r * 0.1, r * 0.5)}l0.1 0`);
    feather(pen, at, plume, -r * 1.12, -r * 0.1, r * 0.44);
  },
  bonnet(pen, at, plume, r) {
    pen.put('hat', at.tuft(0, 0, r * 1.18, 7));
    pen.put('fold', at.disc(0, 0, r * 0.5));
    feather(pen, at, plume, -r * 1.1, -r * 0.3, r * 0.48);
  },
  busby(pen, at, plume, r) {
    pen.put('hat', at.tuft(0, 0, r, 8));
    if (plume) pen.put('plume', at.shape([r * 0.2, -r * 0.5], [r * 1.5, r * 0.15], [r * 0.3, r * 0.6]));
  },
  bicorne(pen, at, plume, r) {
    pen.put('hat', `M${at.p(-r * 1.9, r * 0.12)}C${at.p(-r * 0.9, -r * 1.15)} ${at.p(r * 0.9, -r * 1.15)} ${at.p(r * 1.9, r * 0.12)}C${at.p(r * 0.9, r * 0.85)} ${at.p(-r * 0.9, r * 0.85)} ${at.p(-r * 1.9, r * 0.12)}Z`);
    pen.put('fold', at.line([-r * 1.4, r * 0.05], [r * 1.4, r * 0.05]));
    feather(pen, at, plume, r * 0.55, -r * 0.6, r * 0.4);
  },
  helmet(pen, at, plume, r) {
    peak(pen, at, r * 0.9);
    pen.put('hat', at.oval(0, 0, r * 0.95, r * 1.12));
    if (plume) pen.put('plume', `M${at.p(-r * 0.26, -r)}C${at.p(-r * 0.1, -r * 1.35)} ${at.p(r * 0.1, -r * 1.35)} ${at.p(r * 0.26, -r)}L${at.p(r * 0.34, r * 1.9)}L${at.p(-r * 0.34, r * 1.9)}Z`);
    else pen.put('fold', at.line([0, -r], [0, r * 1.1]));
  },
  tarleton(pen, at, plume, r) {
    peak(pen, at, r);
    pen.put('hat', at.oval(0, 0, r * 0.95, r * 1.1) + at.tuft(0, -r * 0.2, r * 0.55, 7));
    feather(pen, at, plume, -r * 0.95, -r * 0.2, r * 0.45);
  },
  czapka(pen, at, plume, r) {
    peak(pen, at, r * 0.8);
    const k = r * 1.32;
    pen.put('hat', at.shape([0, -k], [k, 0], [0, k], [-k, 0]));
    pen.put('fold', at.line([0, -k], [0, k]) + at.line([-k, 0], [k, 0]));
    feather(pen, at, plume, -r * 0.75, -r * 0.75, r * 0.42);
  },
  round(pen, at, plume, r) {
    pen.put('brim', at.disc(0, 0, r * 1.4));
    pen.put('hat', at.disc(0, 0, r * 0.88));
    feather(pen, at, plume, -r * 0.95, -r * 0.1, r * 0.42);
  },
  cap(pen, at, plume, r) {
    peak(pen, at, r * 0.85);
    pen.put('hat', at.disc(0, 0, r * 0.98));
    pen.put('fold', at.disc(0, 0, r * 0.5));
    feather(pen, at, plume, 0, r * 0.9, r * 0.4);
  },
  turban(pen, at, _plume, r) {
    pen.put('hat', at.disc(0, 0, r * 1.18) + at.shape([r * 0.3, r * 0.9], [r * 0.75, r * 1.9], [r * 0.05, r * 1.6]));
    pen.put('fold', `M${at.p(-r * 1.05, -r * 0.2)}Q${at.p(0, -r * 0.85)} ${at.p(r * 0.95, -r * 0.35)}M${at.p(-r * 1.05, r * 0.3)}Q${at.p(0, -r * 0.3)} ${at.p(r * 1.1, r * 0.2)}M${at.p(-r * 0.7, r * 0.8)}Q${at.p(0, r * 0.3)} ${at.p(r * 0.8, r * 0.75)}`);
  },
  pith(pen, at, _plume, r) {
    pen.put('hat', `M${at.p(0, -r * 1.6)}C${at.p(r * 1.5, -r * 1.5)} ${at.p(r * 1.55, r * 1.1)} ${at.p(0, r * 1.9)}C${at.p(-r * 1.55, r * 1.1)} ${at.p(-r * 1.5, -r * 1.5)} ${at.p(0, -r * 1.6)}Z`);
    pen.put('fold', at.disc(0, 0, r * 0.86) + at.line([0, -r * 0.86], [0, r * 0.86]) + at.line([-r * 0.86, 0], [r * 0.86, 0]));
  },
  slouch(pen, at, plume, r) {
    pen.put('brim', at.oval(0, 0, r * 1.62, r * 1.48));
    pen.put('hat', at.oval(0, 0, r * 0.92, r * 0.86));
    pen.put('fold', at.line([0, -r * 0.6], [0, r * 0.6]));
    feather(pen, at, plume, r * 0.95, r * 0.2, r * 0.4);
  },
  fez(pen, at, _plume, r) {
    pen.put('hat', at.disc(0, 0, r * 0.92));
    pen.put('fold', at.line([0, 0], [r * 0.3, r * 1.15]));
  },
  cone(pen, at, plume, r) {
    pen.put('hat', at.disc(0, 0, r * 1.62));
    let rays = '';
    for (let k = 0; k < 8; k++) rays += at.line([0, 0], [Math.cos(k * 0.785) * r * 1.4, Math.sin(k * 0.785) * r * 1.4]);
    pen.put('fold', rays);
    feather(pen, at, plume, 0, r * 0.4, r * 0.44);
  },
  band(pen, at, plume, r) {
    pen.put('hat', at.disc(0, 0, r * 0.98));
    pen.put('fold', at.disc(0, 0, r * 0.55));
    if (plume) pen.put('plume', at.shape([-r * 0.16, -r * 0.4], [r * 0.16, -r * 0.4], [r * 0.34, r * 1.9], [-r * 0.1, r * 1.7]));
  },
  scarf(pen, at, _plume, r) {
    pen.put('hat', at.disc(0, 0, r * 1.02) + at.shape([-r * 0.2, r * 0.8], [r * 0.2, r * 0.8], [r * 0.5, r * 2], [-r * 0.35, r * 1.8]));
    pen.put('fold', `M${at.p(-r * 0.9, -r * 0.2)}Q${at.p(0, -r * 0.7)} ${at.p(r * 0.9, -r * 0.2)}`);
  },
  hood(pen, at, _plume, r) {
    pen.put('hat', at.oval(0, r * 0.1, r * 1.08, r * 1.25));
    pen.put('fold', at.line([-r * 0.6, -r * 0.75], [r * 0.6, -r * 0.75]) + at.line([0, -r * 0.2], [0, r * 1.2]));
  },
  bare(pen, at, plume, r) {
    pen.put('hat', at.tuft(0, 0, r * 0.92, 7));
    if (plume) pen.put('plume', at.shape([-r * 0.2, r * 0.2], [r * 0.2, r * 0.2], [r * 0.45, r * 1.6], [r * 0.05, r * 1.5]));
  },
};
