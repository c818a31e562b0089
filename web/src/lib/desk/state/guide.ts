// Which card of a book's guide fits the moment.

import type { Ask, Crumb, GuideCard } from '../../types';

export interface Moment {
  ask: Ask | null;
  where: readonly Crumb[];
  turn: number | null;
}

export function fits(card: GuideCard, moment: Moment): boolean {
  const { verb, step, turn } = card.when;
  if (verb !== undefined && !(moment.ask?.mine && moment.ask.offers.some((offer) => offer.verb === verb))) return false;
  if (step !== undefined && !moment.where.some((crumb) => crumb.title.toLowerCase().includes(step.toLowerCase()))) return false;
  if (turn !== undefined && (moment.turn ?? 0) < turn) return false;
  return true;
}

export function guideCard(
  book: string,
  cards: readonly GuideCard[],
  moment: Moment,
  read: readonly string[],
): { card: GuideCard; key: string } | null {
  for (const card of cards) {
    const key = `${book}/${card.title}`;
    if (!read.includes(key) && fits(card, moment)) return { card, key };
  }
  return null;
}
