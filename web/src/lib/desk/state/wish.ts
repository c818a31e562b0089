// What a drag asks for: where a unit is to go, or whom it is to deal with. It is kept through the choices and dice that come first.

import type { Ask, Noun, Offer } from '../../types';
import { cellOf, secondsOf, unitsOf } from './offers';
import type { Staged } from './intent.svelte';

export interface Wish {
  unit: number;
  pose: readonly [number, number, number];
  /** The way-points it came by. */
  by?: readonly (readonly [number, number])[];
  /** Whom it was dropped on. */
  target: number | null;
  /** As far on its way as it may go, without another look: one of several who were sent together. */
  far?: boolean;
}

/** The next thing to do for a wish. */
export type Toward =
  /** what may be done to the one it was dropped on */
  | { way: 'show'; choices: Staged[] }
  /** it may go there now, if the rules let it */
  | { way: 'move'; verb: string }
  /** this comes before it may */
  | { way: 'first'; what: Staged }
  | { way: 'none' };

/** Whether an offer pairs units with one another. */
const atSomebody = (offer: Offer): boolean => offer.pick === 'pair' && !offer.names && offer.to !== 'cell';

/** All that a unit may do to another now. */
export function deedsAt(ask: Ask, unit: number, target: number): Staged[] {
  return ask.offers.flatMap((offer): Staged[] => {
    if (atSomebody(offer) && secondsOf(offer, unit).includes(target)) return [{ verb: offer.verb, noun: [unit, target] }];
    return ask.about === unit && unit !== target && offer.pick === 'unit' && offer.ids.includes(target) ? [{ verb: offer.verb, noun: target }] : [];
  });
}

export function toward(ask: Ask, wish: Wish): Toward {
  const { unit, target } = wish;
  if (target !== null) {
    const choices = deedsAt(ask, unit, target);
    if (choices.length > 0) return { way: 'show', choices };
    if (ask.offers.some((offer) => atSomebody(offer) && unitsOf(offer).length > 0) || ask.about === unit) return { way: 'none' };
  }
  const reach = ask.offers.filter((offer) => offer.pick === 'reach' && offer.unit === unit && !offer.aim);
  const go = reach.find((offer) => offer.drag) ?? reach[0];
  if (go) return { way: 'move', verb: go.verb };
  for (const offer of ask.offers.filter((each) => each.drag)) {
    const noun: Noun | undefined = offer.pick === 'unit' && offer.ids.includes(unit) ? unit : cellOf(offer, unit);
    if (noun !== undefined) return { way: 'first', what: { verb: offer.verb, noun } };
  }
  return { way: 'none' };
}

/** The units that may be dragged now: their drag is an order. */
export function draggable(ask: Ask | null | undefined): number[] {
  if (!ask?.mine) return [];
  const found = ask.offers.flatMap((offer) => {
    if (atSomebody(offer) || (offer.pick === 'reach' && !offer.aim)) return unitsOf(offer);
    if (!offer.drag) return [];
    return offer.pick === 'cell' ? (offer.units ?? []).flat() : unitsOf(offer);
  });
  return [...new Set(ask.about === null || ask.about === undefined ? found : [...found, ask.about])];
}
