// Beginning a game and keeping its seats.

import { api } from '../net/api';
import { giveAway, host, take } from '../net/seats';
import { router, to } from './router.svelte';
import type { AgentInfo, BookInfo, NewGame, NewGameAnswer, ScenarioInfo } from '../../types';

/** The computer player a scenario is meant for, else the usual one. */
export function bestAgent(book: BookInfo, scenario?: ScenarioInfo): AgentInfo {
  const meant = book.agents.find((agent) => agent.name === scenario?.opponent);
  return meant ?? book.agents.find((agent) => agent.usual) ?? book.agents[book.agents.length - 1] ?? { name: 'recruit', title: 'recruit', words: '' };
}

export function keepSeats(made: NewGameAnswer): void {
  host(made.game, made.host);
  for (const seat of made.seats) {
    if (seat.invitation) giveAway(made.game, seat.side, seat.invitation);
    if (seat.token) take(made.game, seat.token);
  }
}

export async function begin(wish: NewGame): Promise<void> {
  const made = await api.create(wish);
  keepSeats(made);
  router.go(to('game', made.game));
}
