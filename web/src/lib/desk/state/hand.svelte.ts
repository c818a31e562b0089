// One seat held at this screen, and how its picture of the game grows.

import type { Ask, Clock, Fallen, Seat, Spoken, Sync, Thinking, Update } from '../../types';
import { Line, socketUrl, type LineOptions, type LineStatus } from '../net/socket';
import { computed } from './motives';

/** Who wants to hear what the seat hears. */
interface Owner {
  readonly game: string;
  synced(hand: Hand, message: Sync): void;
  updated(hand: Hand, message: Update): void;
  said(hand: Hand, line: Spoken['line']): void;
}

/** What happens to a position when an action has been played, or taken back. */
export function after(now: Sync, update: Update): Sync {
  const { type: _type, action, entries, board, ...frame } = update;
  const log = action.undone ? now.log.filter((entry) => entry.seq <= update.seq) : [...now.log, ...entries];
  return { ...now, ...frame, board: board ?? now.board, log, lost: goneAfter(now, update) };
}

/** Who has left the table, those who did so just now last; whoever stands there again was only taken back. */
export function goneAfter(now: Pick<Sync, 'view' | 'lost'>, update: Pick<Update, 'view' | 'entries'>): Fallen[] {
  const standing = new Set(update.view.pieces.map((piece) => piece.id));
  const known = new Set(now.lost.map((one) => one.unit));
  const fresh = now.view.pieces
    .filter((piece) => piece.footprint.length > 0 && !standing.has(piece.id) && !known.has(piece.id))
    .map(({ id, side, name, pose }): Fallen => {
      const told = update.entries.filter((entry) => entry.what !== 'dice' && Object.values(entry.facts).includes(id));
      return { unit: id, side, name, at: [pose[0], pose[1]], words: told.at(-1)?.words ?? '' };
    });
  const still = now.lost.filter((one) => !standing.has(one.unit));
  return fresh.length === 0 && still.length === now.lost.length ? now.lost : [...still, ...fresh];
}

/** A new greeting on top of what was known: the server may tell only what is new. */
export function greet(before: Sync | null, sync: Sync): Sync {
  if (!before || sync.log_after === 0) return sync;
  return { ...sync, log: [...before.log.filter((entry) => entry.seq <= sync.log_after), ...sync.log] };
}

/** One seat held at this screen. */
export class Hand {
  status: LineStatus = $state('connecting');
  why: string = $state('');
  now: Sync | null = $state.raw(null);
  /** how far the computer player is with its choice */
  thinking: Thinking | null = $state.raw(null);
  /** the computer players have been hurried, and go on so until somebody else is asked */
  hurried: boolean = $state(false);
  /** the clock, and when it was told, by this browser's own */
  clock: { shown: Clock; at: number } | null = $state.raw(null);
  line: Line;

  constructor(
    readonly owner: Owner,
    readonly token: string | null,
    options?: LineOptions,
  ) {
    this.line = new Line(
      socketUrl(owner.game),
      token,
      {
        sync: (message) => {
          this.#heard(message.ask, message.seats);
          this.#time(message.clock);
          owner.synced(this, message);
        },
        update: (message) => {
          this.#heard(message.ask, message.seats);
          this.#time(message.clock);
          owner.updated(this, message);
        },
        said: (line) => {
          if (!this.now) return;
          this.now = { ...this.now, talk: [...this.now.talk, line] };
          owner.said(this, line);
        },
        parley: ({ draw, again, clock }) => {
          this.#time(clock);
          if (this.now) this.now = { ...this.now, draw, again, clock };
        },
        thinking: (message) => (this.thinking = message),
        status: (status, why) => {
          this.status = status;
          this.why = why ?? '';
        },
        seats: (seats) => {
          if (this.now) this.now = { ...this.now, seats };
        },
        since: () => ({ since: this.now?.seq ?? null, undos: this.now?.undos ?? 0 }),
      },
      options,
    );
  }

  #heard(ask: Ask | null, seats: readonly Seat[]): void {
    this.thinking = null;
    if (ask && !ask.who.some((side) => computed(seats, side))) this.hurried = false;
  }

  #time(shown: Clock | null): void {
    this.clock = shown && { shown, at: performance.now() };
  }

  get side(): number | null {
    return this.now?.side ?? null;
  }
}
