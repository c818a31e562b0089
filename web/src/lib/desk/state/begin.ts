// Beginning a game and keeping its seats.

import { api } from '../net/api';
import { giveAway, take } from '../net/seats';
import { router, to } from './router.svelte';
import type { AgentInfo, BookInfo, NewGame, NewGameAnswer } from '../../types';

/** The strongest computer player: the list goes from weak to strong. */
export function bestAgent(book: BookInfo): AgentInfo {
  return book.agents[book.agents.length - 1] ?? { name: 'random', title: 'random', words: '' };
}

export function keepSeats(wish: NewGame['seats'] | null, made: NewGameAnswer): void {
  for (const seat of made.seats) {
    if (!seat.token) continue;
    if (wish?.[seat.side]?.kind === 'open') giveAway(made.game, seat.side, seat.token);
    else take(made.game, seat.token);
  }
}

export async function begin(wish: NewGame): Promise<void> {
  const made = await api.create(wish);
  keepSeats(wish.seats, made);
  router.go(to('game', made.game));
}
