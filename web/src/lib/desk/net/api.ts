// The calls over HTTP, as docs/protocol.md lists them.

import type { BattleKit, BattleLooked, BattleOf, BattleWish, RandomWish } from '../../types/wire';
import type {
  BookInfo,
  Draft,
  FairRun,
  FairWish,
  GameLine,
  Judgement,
  Kit,
  ListWish,
  Moment,
  NewGame,
  NewGameAnswer,
  PrintWish,
  Reference,
  ScenarioDetail,
  SituationOdds,
  Summary,
} from '../../types';

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly cite: string | null = null,
  ) {
    super(message);
  }
}

async function call<T>(path: string, init: RequestInit = {}, token?: string | null): Promise<T> {
  return (await (await fetched(path, init, token)).json()) as T;
}

async function fetched(path: string, init: RequestInit = {}, token?: string | null): Promise<Response> {
  const headers = new Headers(init.headers);
  if (token) headers.set('Authorization', `Bearer ${token}`);
  if (init.body !== undefined && init.body !== null) headers.set('Content-Type', 'application/json');
  let answer: Response;
  try {
    answer = await fetch(path, { ...init, headers, credentials: 'omit' });
  } catch {
    throw new ApiError(0, 'unreachable', '');
  }
  if (!answer.ok) {
    const told = (await answer.json().catch(() => null)) as {
      error?: { code?: string; message?: string; cite?: string };
    } | null;
    const fault = told?.error;
    throw new ApiError(answer.status, fault?.code ?? String(answer.status), fault?.message ?? answer.statusText, fault?.cite);
  }
  return answer;
}

function post<T>(path: string, body: unknown, token?: string): Promise<T> {
  return call<T>(path, { method: 'POST', body: JSON.stringify(body) }, token);
}

const seg = encodeURIComponent;
type Invited = { side: number; invitation: string | null };

export const api = {
  books: () => call<BookInfo[]>('/api/books'),
  reference: (book: string) => call<Reference>(`/api/books/${seg(book)}`),
  scenario: (book: string, name: string, armies: Record<string, string> = {}) => {
    const asked = new URLSearchParams(armies).toString();
    return call<ScenarioDetail>(`/api/books/${seg(book)}/scenarios/${seg(name)}${asked ? `?${asked}` : ''}`);
  },
  /** The same with lists of one's own, a table drawn by a number, a size. */
  layOut: (book: string, name: string, options: Record<string, unknown>) =>
    post<ScenarioDetail>(`/api/books/${seg(book)}/scenarios/${seg(name)}`, { options }),
  kit: (book: string) => call<Kit>(`/api/books/${seg(book)}/workshop`),
  battleKit: (book: string) => call<BattleKit>(`/api/books/${seg(book)}/battles`),
  shippedBattle: (book: string, name: string) => call<BattleOf>(`/api/books/${seg(book)}/battles/${seg(name)}`),
  lookAtBattle: (book: string, wish: BattleWish) => post<BattleLooked>(`/api/books/${seg(book)}/battles`, wish),
  randomBattle: (book: string, wish: RandomWish) => post<BattleLooked>(`/api/books/${seg(book)}/battles/random`, wish),
  draft: (book: string, wish: ListWish) => post<Draft>(`/api/books/${seg(book)}/workshop`, wish),
  /** A sheet as PDF. */
  print: async (book: string, wish: PrintWish) => (await fetched(`/api/books/${seg(book)}/print`, { method: 'POST', body: JSON.stringify(wish) })).blob(),
  odds: (book: string, situation: string, fields: Record<string, unknown>) =>
    post<SituationOdds>(`/api/books/${seg(book)}/odds/${seg(situation)}`, fields),
  fair: (wish: Partial<FairWish>) => post<FairRun>('/api/balance', wish),
  fairRun: (run: string) => call<FairRun>(`/api/balance/${seg(run)}`),
  endFair: (run: string) => call<FairRun>(`/api/balance/${seg(run)}`, { method: 'DELETE' }),
  create: (game: NewGame) => post<NewGameAnswer>('/api/games', game),
  join: (game: string, invitation: string, name = '') =>
    post<{ side: number; token: string }>(`/api/games/${seg(game)}/join`, { invitation, ...(name ? { name } : {}) }),
  invite: (game: string, side: number, host: string) => post<Invited>(`/api/games/${seg(game)}/invite`, { side }, host),
  revoke: (game: string, side: number, host: string) => post<Invited>(`/api/games/${seg(game)}/revoke`, { side }, host),
  list: (tokens: string[]) => post<GameLine[]>('/api/games/list', { tokens }),
  importSave: (text: string) => call<NewGameAnswer>('/api/games/import', { method: 'POST', body: text }),
  at: (game: string, n: number, token: string | null) => call<Moment>(`/api/games/${seg(game)}/at/${n}`, {}, token),
  summary: (game: string, token: string | null) => call<Summary>(`/api/games/${seg(game)}/summary`, {}, token),
  judgement: (game: string, token: string | null) => call<Judgement>(`/api/games/${seg(game)}/judgement`, {}, token),
  /** The battle of a game that is none of the book's. */
  battleOf: (game: string, token: string | null) => call<BattleOf>(`/api/games/${seg(game)}/battle`, {}, token),
  save: (game: string, token: string | null) => call<unknown>(`/api/games/${seg(game)}/save`, {}, token),
};
