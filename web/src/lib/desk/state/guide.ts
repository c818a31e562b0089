// Which card of a book's guide fits the moment.

import type { Ask, Crumb, GuideCard } from '../../types';

export interface Moment {
  ask: Ask | null;
  where: readonly Crumb[];
  turn: number | null;
  /** nobody has chosen anything yet */
  first: boolean;
}

export function fits(card: GuideCard, moment: Moment): boolean {
  const { verb, step, turn } = card.when;
  if (verb !== undefined && !(moment.ask?.mine && moment.ask.offers.some((offer) => offer.verb === verb))) return false;
  if (step !== undefined && !moment.where.some((crumb) => crumb.title.toLowerCase().includes(step.toLowerCase()))) return false;
  if (turn !== undefined && (moment.turn ?? 0) < turn) return false;
  return true;
}

/** How closely a card is about one moment: a verb on offer before a step, a step before anything. */
const closeness = ({ when }: GuideCard): number => Number(when.verb !== undefined) * 4 + Number(when.step !== undefined) * 2 + Number(when.turn !== undefined);

export interface Lesson {
  card: GuideCard;
  key: string;
}

/**
 * The unread cards for this very moment: the one that is most about it, in the order of the lesson, and before the
 * first choice the welcome. Nothing waits in a queue: what was shown is over when the moment is.
 */
export function lessons(book: string, cards: readonly GuideCard[], moment: Moment, read: readonly string[]): Lesson[] {
  const open = cards.map((card) => ({ card, key: `${book}/${card.title}` })).filter(({ card, key }) => !read.includes(key) && fits(card, moment));
  const closest = open.filter(({ card }) => closeness(card) > 0).reduce<Lesson | null>((best, one) => (best === null || closeness(one.card) > closeness(best.card) ? one : best), null);
  const welcome = moment.first ? open.find(({ card }) => closeness(card) === 0) : undefined;
  return [welcome, closest].filter((one): one is Lesson => !!one);
}
