// What the player may choose from at this moment, as a list the panel shows and the number keys pick from.

import type { Ask, Noun, Offer, Refusal, View } from '../../types';
import { apart, nameOf, onTable, pieceOf } from '../words';

/** An action, or a verb that still wants its noun. */
export interface Choice {
  key: string;
  verb: string;
  /** The unit or thing this line is about, if it is about one. */
  about: Noun | undefined;
  label: string;
  hint: string;
  /** How many ways there are to go on; null where the line is an action. */
  opens: number | null;
  noun: Noun;
  confirm: boolean;
}

export interface Deal {
  verb: string | null;
  unit: number | null;
  /** places are chosen on the map, however few */
  map?: boolean;
}

export function offerOf(ask: Ask | null | undefined, verb: string | null | undefined): Offer | null {
  return ask?.offers.find((offer) => offer.verb === verb) ?? null;
}

export function isButton(offer: Offer): boolean {
  return offer.pick === 'button';
}

/** The units that an offer begins with. */
export function unitsOf(offer: Offer): number[] {
  switch (offer.pick) {
    case 'unit':
      return offer.ids;
    case 'pair':
      return offer.from.map(([first]) => first);
    case 'reach':
      return [offer.unit];
    default:
      return [];
  }
}

/** Whatever a unit may be paired with: enemies, a place, a card. */
export function secondsOf(offer: Offer, unit: number | null): Noun[] {
  if (offer.pick !== 'pair') return [];
  return offer.from.find(([first]) => first === unit)?.[1] ?? [];
}

/** The units it may be paired with. */
export function targetsOf(offer: Offer, unit: number | null): Noun[] {
  return offer.pick === 'pair' && offer.names ? [] : secondsOf(offer, unit);
}

/** The units a noun speaks of: itself, both of a pair, or whom a place stands for. */
export function unitsIn(offer: Offer | null, noun: Noun | undefined): number[] {
  if (offer?.pick === 'cell') return offer.units?.[offer.ids.indexOf(noun as never)] ?? [];
  if (offer?.pick === 'card' || offer?.pick === 'number') return [];
  const parts = Array.isArray(noun) ? (offer?.pick === 'pair' && offer.names ? noun.slice(0, 1) : noun) : [noun];
  return parts.filter((part): part is number => typeof part === 'number');
}

/** The place of a list that a unit belongs to: its brigade. */
export function cellOf(offer: Offer | null, unit: number): Noun | undefined {
  const at = offer?.pick === 'cell' ? (offer.units ?? []).findIndex((each) => each.includes(unit)) : -1;
  return offer?.pick === 'cell' && at >= 0 ? offer.ids[at] : undefined;
}

/** What a noun is called: by the book where it has a name for it. */
export function nounWords(offer: Offer | null, noun: Noun, view: View): string {
  if (offer?.pick === 'cell' || offer?.pick === 'card') return offer.names?.[offer.ids.indexOf(noun as never)] ?? nameOf(view, String(noun));
  if (offer?.pick === 'pair' && offer.names && Array.isArray(noun)) return `${nameOf(view, noun[0])}: ${secondWords(offer, noun, view)}`;
  return nameOf(view, noun);
}

export function secondWords(offer: Offer, noun: Noun[], view: View): string {
  const at = offer.pick === 'pair' ? offer.from.findIndex(([first]) => first === noun[0]) : -1;
  const named = offer.pick === 'pair' && at >= 0 ? offer.names?.[at]?.[offer.from[at]![1].findIndex((each) => sameNoun(each, noun[1]))] : undefined;
  return named ?? nameOf(view, noun[1]);
}

/** Whether what is still wanted is a place of the map. */
export function wantsPlace(offer: Offer | null, unit: number | null): boolean {
  if (offer?.pick === 'cell') return !offer.units;
  return offer?.pick === 'pair' && offer.to === 'cell' && secondsOf(offer, unit).length > 0;
}

/** More places than this are chosen on the map rather than out of a list. */
const FEW_PLACES = 8;

/** Whether so many places had better be chosen on the map. */
export function byMap(places: number, deal: Deal): boolean {
  return deal.map ? places > 0 : places > FEW_PLACES;
}

/** Every unit that may do something now. */
export function actors(ask: Ask | null | undefined): number[] {
  const found = new Set<number>();
  for (const offer of ask?.offers ?? []) for (const unit of unitsOf(offer)) found.add(unit);
  return [...found];
}

export function ways(offer: Offer): number {
  switch (offer.pick) {
    case 'button':
      return 1;
    case 'unit':
    case 'cell':
    case 'card':
      return offer.ids.length;
    case 'pair':
      return offer.from.reduce((sum, [, seconds]) => sum + seconds.length, 0);
    case 'number':
      return Math.floor((offer.high - offer.low) / Math.max(1, offer.step)) + 1;
    default:
      return 1;
  }
}

/** The one thing there is to do, where a choice would be none: the only offer, or to let a moment go by for which no card is left.
 * `passes`: the moment comes whether a card is held or not, so how fast it goes by must not tell either. */
export function foregone(ask: Ask | null | undefined, held: ReadonlySet<string>): { verb: string; noun: Noun; passes: boolean } | null {
  if (!ask?.mine) return null;
  const live = ask.offers.filter((offer) => !held.has(offer.verb));
  const [first] = live;
  if (!first) return null;
  const passes = live.every((offer) => offer.passes);
  if (!passes && !(live.length === 1 && first.alone && ways(first) === 1)) return null;
  if (first.pick === 'button') return { verb: first.verb, noun: null, passes };
  return first.pick === 'unit' || first.pick === 'cell' ? { verb: first.verb, noun: first.ids[0]!, passes } : null;
}

/** Whether the noun is found with a control of its own rather than in a list. */
export function hasWidget(offer: Offer): boolean {
  return offer.pick === 'number' || offer.pick === 'split' || offer.pick === 'reach';
}

/** The verb that needs no choosing, because nothing else wants a noun. */
export function onlyVerb(ask: Ask | null | undefined): string | null {
  const others = (ask?.offers ?? []).filter((offer) => !isButton(offer));
  return others.length === 1 ? others[0]!.verb : null;
}

function action(offer: Offer, noun: Noun, label: string, hint: string, about: Noun | undefined): Choice {
  return {
    key: `${offer.verb} ${JSON.stringify(noun)}`,
    verb: offer.verb,
    noun,
    label,
    hint,
    about,
    opens: null,
    confirm: offer.confirm ?? false,
  };
}

/** Something that may be done, as a line that says to whom. */
export function choiceOf(offer: Offer, noun: Noun, view: View): Choice {
  const words = Array.isArray(noun) && offer.pick === 'pair' ? secondWords(offer, noun, view) : nounWords(offer, noun, view);
  return action(offer, noun, `${offer.label}: ${words}`, offer.hint ?? '', undefined);
}

function opener(offer: Offer, about?: Noun): Choice {
  return {
    key: `${offer.verb}…${about === undefined ? '' : JSON.stringify(about)}`,
    verb: offer.verb,
    noun: null,
    label: offer.label,
    hint: offer.hint ?? '',
    about,
    opens: about === undefined ? ways(offer) : secondsOf(offer, about as number).length,
    confirm: false,
  };
}

function opened(offer: Offer, deal: Deal, view: View): Choice[] {
  switch (offer.pick) {
    case 'unit':
      return offer.ids.map((id) => action(offer, id, nameOf(view, id), '', id));
    case 'cell':
    case 'card':
      // A place or a card is called what the book calls it; its number is no unit's.
      return offer.ids.map((id) => action(offer, id, nounWords(offer, id, view), '', undefined));
    case 'pair': {
      const seconds = secondsOf(offer, deal.unit);
      if (seconds.length > 0 && offer.names)
        return seconds.map((second) => action(offer, [deal.unit, second], secondWords(offer, [deal.unit, second], view), '', undefined));
      if (seconds.length > 0) return byDistance(seconds, deal.unit, view).map((target) => action(offer, [deal.unit, target], nameOf(view, target), '', target));
      // Who has one target only needs no list of targets.
      return offer.from.map(([first, [only, ...more]]) =>
        more.length === 0 && only !== undefined && offer.to !== 'cell'
          ? action(offer, [first, only], nameOf(view, first), '', first)
          : { ...opener(offer, first), label: nameOf(view, first), hint: '' },
      );
    }
    default:
      return [];
  }
}

/** The nearest first; who is not on the table stays behind. */
function byDistance(targets: readonly Noun[], unit: number | null, view: View): Noun[] {
  const from = pieceOf(view, unit ?? -1);
  const far = (id: Noun): number => {
    const piece = pieceOf(view, id);
    return from && piece && onTable(from) && onTable(piece) ? apart(from, piece) : Infinity;
  };
  const known = new Map(targets.map((id) => [id, far(id)]));
  return [...targets].sort((a, b) => (known.get(a)! === known.get(b)! ? 0 : known.get(a)! - known.get(b)!));
}

function ofUnit(offer: Offer, unit: number, view: View): Choice[] {
  if (offer.pick === 'unit' && offer.ids.includes(unit)) return [action(offer, unit, offer.label, offer.hint ?? '', undefined)];
  if (offer.pick === 'reach' && offer.unit === unit) return [opener(offer)];
  const cell = cellOf(offer, unit);
  if (cell !== undefined) return [action(offer, cell, `${offer.label}: ${nounWords(offer, cell, view)}`, offer.hint ?? '', undefined)];
  if (offer.pick !== 'pair') return [];
  const seconds = secondsOf(offer, unit);
  if (offer.to === 'cell' && seconds.length > 0) return [{ ...opener(offer), opens: seconds.length, about: undefined }];
  if (seconds.length === 1) return [action(offer, [unit, seconds[0]!], `${offer.label}: ${secondWords(offer, [unit, seconds[0]!], view)}`, offer.hint ?? '', undefined)];
  if (seconds.length > 0) return [{ ...opener(offer), opens: seconds.length, about: undefined }];
  if (offer.names) return [];
  // An enemy was picked: who could do it to him?
  return offer.from
    .filter(([, seconds]) => seconds.includes(unit))
    .map(([first]) => action(offer, [first, unit], `${offer.label}: ${nameOf(view, first)}`, offer.hint ?? '', undefined));
}

/** Where there is only one to choose, the verb says at once whom it is about. */
function single(offer: Offer, view: View): Choice | null {
  if (offer.pick !== 'unit' || offer.ids.length !== 1) return null;
  return action(offer, offer.ids[0]!, `${offer.label}: ${nameOf(view, offer.ids[0])}`, offer.hint ?? '', undefined);
}

/** The list for what has been chosen so far. */
export function choices(ask: Ask | null | undefined, deal: Deal, view: View): Choice[] {
  if (!ask?.mine) return [];
  const buttons = ask.offers.filter(isButton).map((offer) => action(offer, null, offer.label, offer.hint ?? '', undefined));
  const others = ask.offers.filter((offer) => !isButton(offer));
  const chosen = offerOf(ask, deal.verb);
  if (chosen && !isButton(chosen)) {
    // Where nothing else wants a noun the verb chose itself, and the way out stays in sight.
    const [found, out] = [opened(chosen, deal, view), onlyVerb(ask) === chosen.verb ? buttons : []];
    return wantsPlace(chosen, deal.unit) && byMap(found.length, deal) ? [...out, ...found] : [...found, ...out];
  }
  // Whoever acts is offered everything, also what is said of others.
  if (deal.unit !== null && deal.unit !== ask.about) {
    const own = others.flatMap((offer) => ofUnit(offer, deal.unit!, view));
    // What can be done without a unit stays in sight: to be done with it all, say.
    if (own.length > 0) return [...own, ...buttons];
  }
  return [...others.map((offer) => single(offer, view) ?? opener(offer)), ...buttons];
}

/** Whether anything can be done with a unit, or to it. */
export function concerns(ask: Ask | null | undefined, unit: number, view: View): boolean {
  return ask?.mine === true && (ask.about === unit || ask.offers.some((offer) => !isButton(offer) && ofUnit(offer, unit, view).length > 0));
}

export function sameNoun(one: Noun | undefined, other: Noun | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export interface Barred {
  verb: string;
  label: string;
  refusal: Refusal;
}

export function barred(ask: Ask | null | undefined, label: (verb: string) => string): Barred[] {
  return Object.entries(ask?.barred ?? {}).map(([verb, refusal]) => ({ verb, label: label(verb), refusal }));
}
