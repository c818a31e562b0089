// The seats this browser holds: tokens by game. A token is the seat; it is given once and never goes into a path.

const KEY = 'grognard.seats';

export interface HeldGame {
  /** Seats played at this screen. */
  mine: string[];
  /** Invitations to open seats, kept so that the link can be shown again: side -> one-time code. */
  links: Record<string, string>;
  /** Proves that the game was begun here: gives out and takes back invitations. */
  host?: string;
  /** What is said at this table is not listened to. */
  muted?: boolean;
}

type Held = Record<string, HeldGame>;

function read(): Held {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof kept === 'object' && kept ? (kept as Held) : {};
  } catch {
    return {};
  }
}

function write(held: Held): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(held));
  } catch {
    memory = held;
  }
}

let memory: Held | null = null;

function all(): Held {
  return memory ?? read();
}

function of(held: Held, game: string): HeldGame {
  const found = held[game];
  return { mine: found?.mine ?? [], links: found?.links ?? {}, ...(found?.host ? { host: found.host } : {}), ...(found?.muted ? { muted: true } : {}) };
}

export function held(game: string): HeldGame {
  return of(all(), game);
}

export function everyToken(): string[] {
  return Object.values(all()).flatMap((game) => game.mine ?? []);
}

export function take(game: string, token: string): void {
  const held = all();
  const one = of(held, game);
  if (!one.mine.includes(token)) one.mine.push(token);
  held[game] = one;
  write(held);
}

/** An invitation to a side; null: there is none any more. */
export function giveAway(game: string, side: number, code: string | null): void {
  const held = all();
  const one = of(held, game);
  if (code === null) delete one.links[String(side)];
  else one.links[String(side)] = code;
  held[game] = one;
  write(held);
}

export function host(game: string, token: string): void {
  const held = all();
  held[game] = { ...of(held, game), host: token };
  write(held);
}

export function mute(game: string, muted: boolean): void {
  const held = all();
  held[game] = { ...of(held, game), muted };
  write(held);
}

export function forget(game: string): void {
  const held = all();
  delete held[game];
  write(held);
}
