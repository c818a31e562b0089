// Cards in hand, where a book has some: `view.extra.cards`, see docs/protocol.md.

import type { View } from '../../types';

export interface Card {
  name: string;
  words?: string;
  /** when it may be played */
  when?: string;
  rank?: string;
  /** the verb that plays it */
  verb?: string;
  /** where several verbs may, each wanting it by its noun */
  verbs?: string[];
  noun?: number | string;
  cite?: string;
}

export interface Hand {
  side: number;
  count: number;
  deck: number | null;
  /** one's own, face up */
  cards: Card[];
}

/** Cards lying open between the sides, the top one first. */
export interface Pile {
  title: string;
  cite?: string;
  cards: (Card & { side?: number })[];
}

/** The piles on the table: `view.extra.piles`. */
export function piles(view: View): Pile[] {
  const told = view.extra?.['piles'];
  return Array.isArray(told) ? (told as Pile[]).filter((pile) => Array.isArray(pile?.cards) && pile.cards.length > 0) : [];
}

/** Every side's hand as this view knows it; empty where the book has no cards. */
export function hands(view: View): Hand[] {
  const told = view.extra?.['cards'];
  if (!told || typeof told !== 'object') return [];
  return Object.entries(told as Record<string, { in_hand?: number; in_deck?: number; hand?: Card[] }>)
    .map(([side, one]) => ({
      side: Number(side),
      count: one.in_hand ?? one.hand?.length ?? 0,
      deck: one.in_deck ?? null,
      cards: Array.isArray(one.hand) ? one.hand.filter((card) => typeof card?.name === 'string') : [],
    }))
    .filter((hand) => Number.isInteger(hand.side));
}
