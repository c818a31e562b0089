// The people at the table: what they say, offer and claim beside the rules, and how much time they have.

import type { Clock, Seat, Spoken } from '../../types';
import { held, mute } from '../net/seats';
import { Refused } from '../net/socket';
import { T } from '../strings';
import { announcer } from './announce.svelte';
import type { Session } from './session.svelte';

export class Company {
  muted: boolean = $state(false);
  /** The number of the last line that was read. */
  #read: number = $state(-1);
  /** Whether the talk is in sight. */
  #open: boolean = $state(false);
  /** Milliseconds of this browser's own clock, as of the last tick. */
  #tick: number = $state(performance.now());
  #timer: ReturnType<typeof setInterval>;

  constructor(readonly table: Session) {
    this.muted = held(table.game).muted ?? false;
    this.#timer = setInterval(() => (this.#tick = performance.now()), 500);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** People on other sides who do not sit at this screen. */
  get others(): Seat[] {
    const here = this.table.hands.map((hand) => hand.now?.side);
    return this.table.now?.side === null ? [] : (this.table.now?.seats ?? []).filter((seat) => seat.kind !== 'agent' && !here.includes(seat.side));
  }

  /** People on other sides, wherever they sit. */
  get people(): Seat[] {
    const now = this.table.now;
    return !now || now.side === null ? [] : now.seats.filter((seat) => seat.kind !== 'agent' && seat.side !== now.side);
  }

  name(side: number): string {
    const seat = this.table.now?.seats.find((each) => each.side === side);
    const called = this.table.sideName(side);
    return seat && seat.name && seat.name !== called ? `${seat.name} (${called})` : called;
  }

  /** Somebody who wants something of us: by his own name if he has one. */
  who(side: number): string {
    const name = this.name(side);
    return name === this.table.sideName(side) && this.table.now?.sides.length === 2 ? T.otherSide : name;
  }

  // -------------------------------------------------------------- talk

  get lines(): Spoken['line'][] {
    const now = this.table.now;
    return (now?.talk ?? []).filter((line) => !this.muted || line.side === now?.side);
  }

  get unread(): number {
    return this.#open ? 0 : this.lines.filter((line) => line.n > this.#read && line.side !== this.table.now?.side).length;
  }

  /** The talk has come into sight, or gone out of it. */
  look(open: boolean): void {
    this.#open = open;
    this.#read = Math.max(this.#read, this.table.now?.talk.at(-1)?.n ?? -1);
  }

  heard(line: Spoken['line']): void {
    if (this.#open) this.#read = line.n;
    if (!this.muted && line.side !== this.table.now?.side) announcer.say(`${this.name(line.side)}: ${line.words}`);
  }

  listen(to: boolean): void {
    this.muted = !to;
    mute(this.table.game, !to);
  }

  say(words: string): Promise<boolean> {
    return this.#ask('say', { words });
  }

  // -------------------------------------------------------------- the end

  draw(answer: 'offer' | 'agree' | 'decline' | 'withdraw'): Promise<boolean> {
    return this.#ask('draw', { answer });
  }

  resign(): Promise<boolean> {
    return this.#ask('resign');
  }

  claim(): Promise<boolean> {
    return this.#ask('claim');
  }

  again(answer: 'same' | 'changed' | 'no'): Promise<boolean> {
    return this.#ask('again', { answer });
  }

  /** Whether it was done; if not, the player has been told why. */
  async #ask(type: string, fields: Record<string, unknown> = {}): Promise<boolean> {
    try {
      await this.table.hand.line.ask(type, fields);
      return true;
    } catch (fault) {
      if (!(fault instanceof Refused)) throw fault;
      if (fault.code !== 'closed') this.table.tell(T.somethingWrong(fault.message), 'bad');
      return false;
    }
  }

  // -------------------------------------------------------------- time

  get clock(): Clock | null {
    return this.table.hand.clock?.shown ?? null;
  }

  /** Seconds a side has left now. */
  left(side: number): number {
    const clock = this.table.hand.clock;
    if (!clock) return 0;
    const gone = clock.shown.running.includes(side) ? Math.max(0, this.#tick - clock.at) / 1000 : 0;
    return Math.max(0, clock.shown.left[side]! - gone);
  }

  /** Another side of people has no time left, and we have. */
  get overdue(): number | null {
    const now = this.table.now;
    if (!this.clock || !now || now.side === null || now.outcome || this.left(now.side) <= 0) return null;
    return this.people.find((seat) => this.left(seat.side) <= 0)?.side ?? null;
  }
}
