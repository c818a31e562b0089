// A first battle step by step: which act is due, whether it is on offer, and what of the table it is about.

import type { Ask, LessonStep, Offer, View } from '../../types';
import { targetsOf, unitsOf, type Choice } from './offers';

const verbs = (step: LessonStep): string[] => [...(step.do ?? []), ...(step.by ?? [])];

/** The unit a step is about, by its name. */
export function unitOf(step: LessonStep, view: View): number | null {
  return view.pieces.find((piece) => piece.side === view.side && piece.name === step.unit)?.id ?? null;
}

/** The offers by which a step is done: of its unit, or of anybody where its unit cannot. */
function offersOf(step: LessonStep, ask: Ask | null, view: View): Offer[] {
  const wanted = verbs(step);
  const offers = ask?.mine ? ask.offers.filter((offer) => wanted.includes(offer.verb)) : [];
  const own = offers.filter((offer) => unitsOf(offer).includes(unitOf(step, view) ?? -1));
  return own.length > 0 ? own : offers;
}

/** The unit a step is about, if it can do it now. */
export function meant(step: LessonStep, ask: Ask | null, view: View): number | null {
  const unit = unitOf(step, view);
  return unit !== null && offersOf(step, ask, view).some((offer) => unitsOf(offer).includes(unit)) ? unit : null;
}

export const onOffer = (step: LessonStep, ask: Ask | null, view: View): boolean => offersOf(step, ask, view).length > 0;

/** The step that is due from here on: what the dice have left out is passed over when the next comes up. */
export function due(steps: readonly LessonStep[], from: number, ask: Ask | null, view: View): number {
  for (let at = from; at < steps.length; at++) {
    if (onOffer(steps[at]!, ask, view)) return at;
    if (!steps[at]!.perhaps) break;
  }
  return from;
}

/** The units to look at: whoever shall act, or if he is chosen already, at whom. */
export function pulses(step: LessonStep, ask: Ask | null, view: View, chosen: number | null): Set<number> {
  const [offers, unit] = [offersOf(step, ask, view), meant(step, ask, view)];
  const at = offers.flatMap((offer) => targetsOf(offer, chosen)).filter((id): id is number => typeof id === 'number');
  if (at.length > 0 && offers.every((offer) => !('to' in offer && offer.to === 'cell'))) return new Set(at);
  return new Set(unit === null ? offers.flatMap(unitsOf) : [unit]);
}

/** Whether a line of the list leads to the step. */
export function leads(step: LessonStep, choice: Choice, ask: Ask | null, view: View): boolean {
  const unit = meant(step, ask, view);
  return verbs(step).includes(choice.verb) && (unit === null || typeof choice.about !== 'number' || choice.about === unit);
}
