// The session: the seats held at this screen, what comes from the server and is shown, and what is sent to it.

import type { Ask, DiceFall, Piece, Spoken, Sync, Update } from '../../types';
import type { Motion } from '../../field';
import { Refused, type LineOptions, type LineStatus } from '../net/socket';
import { T } from '../strings';
import { announcer } from './announce.svelte';
import { Company } from './company.svelte';
import { Dispatch } from './dispatch.svelte';
import { after, greet, Hand } from './hand.svelte';
import { likes } from './prefs.svelte';
import { play } from './sounds';

export interface Notice {
  words: string;
  cite: string | null;
  tone: 'good' | 'bad' | 'plain';
}

type Shower = Pick<Motion, 'play' | 'skip' | 'reset'>;

export abstract class Session {
  hands: Hand[] = $state.raw([]);
  current: number = $state(0);
  /** The side that is to take the chair while the curtain is drawn. */
  curtain: number | null = $state(null);
  acting: boolean = $state(false);
  notice: Notice | null = $state.raw(null);
  readonly dispatch = new Dispatch();
  /** The people at the table, and what is between them. */
  readonly company: Company;
  busy: boolean = $state(false);
  /** Whether this side has chosen something, as far as we saw it. */
  begun: boolean = $state(false);
  /** The dice on the table. */
  fall: DiceFall | null = $state.raw(null);
  /** The dice or the enemy are being shown; the next choice waits until they are done. */
  motion: Shower | null = null;
  /** The last thing that happened was a step back. */
  protected stepped = false;

  #seated = false;
  #queue: { hand: Hand; update: Update }[] = [];
  #hurried = false;
  #memo = new Map<string, unknown>();
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly game: string,
    tokens: (string | null)[],
    options?: LineOptions,
  ) {
    this.hands = (tokens.length > 0 ? tokens : [null]).map((token) => new Hand(this, token, options));
    this.company = new Company(this);
  }

  now: Sync | null = $derived(this.hand.now);
  ask: Ask | null = $derived(this.busy || this.curtain !== null ? null : (this.now?.ask ?? null));
  mine: boolean = $derived(this.ask?.mine ?? false);
  pieces: Map<number, Piece> = $derived(new Map((this.now?.view.pieces ?? []).map((piece) => [piece.id, piece])));
  status: LineStatus = $derived(this.hand.status);
  hotSeat: boolean = $derived(this.hands.length > 1);

  // What the table makes of it.

  /** A new moment: nothing is chosen yet. */
  protected abstract fresh(): void;
  /** Somebody is asked: what can be done unasked is done, else he is told. */
  protected abstract callToAction(): void;
  /** Something happened, before it is shown. */
  protected abstract heard(update: Update): void;
  /** What was sent has been answered. */
  protected abstract answered(refused: boolean): void;
  /** Another takes the chair, or the same again. */
  protected abstract seated(): void;

  close(): void {
    clearTimeout(this.#noticeTimer);
    this.company.close();
    for (const hand of this.hands) hand.line.close();
  }

  get hand(): Hand {
    return this.hands[this.current] ?? this.hands[0]!;
  }

  get turn(): number | null {
    const log = this.now?.log ?? [];
    for (let i = log.length - 1; i >= 0; i--) {
      const turn = log[i]!.facts?.['turn'];
      if (typeof turn === 'number') return turn;
    }
    return null;
  }

  synced(hand: Hand, message: Sync): void {
    const since = hand.now?.seq ?? null;
    const first = hand.now === null;
    this.#queue = this.#queue.filter((each) => each.hand !== hand);
    hand.now = greet(hand.now, message);
    this.#memo.clear();
    if (hand !== this.hand) {
      this.#changeHands();
      return;
    }
    if (first || since !== message.seq) {
      this.motion?.reset();
      this.fresh();
    }
    this.#changeHands();
    this.callToAction();
  }

  updated(hand: Hand, message: Update): void {
    if (hand !== this.hand || this.curtain !== null) {
      if (hand.now) hand.now = after(hand.now, message);
      this.#changeHands();
      return;
    }
    this.#queue.push({ hand, update: message });
    if (!this.busy) void this.#pump();
  }

  said(hand: Hand, line: Spoken['line']): void {
    if (hand === this.hand) this.company.heard(line);
  }

  async #pump(): Promise<void> {
    this.busy = true;
    this.fall = null;
    this.#hurried = likes.speed === 0;
    while (this.#queue.length > 0) {
      const { hand, update } = this.#queue.shift()!;
      if (!hand.now) continue;
      this.dispatch.hear(hand.now.view, update, hand.now.side);
      hand.now = after(hand.now, update);
      if (update.action.dice) this.fall = update.action.dice;
      else if (update.action.side === hand.now.side) this.begun = true;
      this.heard(update);
      this.stepped = update.action.undone ?? false;
      this.#tell(update);
      if (!this.#hurried && this.motion) {
        if (update.action.dice) play('dice');
        else if (!update.action.undone) play('move');
        await this.motion.play(update);
      }
    }
    this.busy = false;
    this.#memo.clear();
    this.fresh();
    this.#changeHands();
    this.callToAction();
  }

  /** Show no more of it: to the next choice at once. */
  skip(): void {
    this.#hurried = true;
    this.motion?.skip();
  }

  #tell(update: Update): void {
    if (update.action.undone) announcer.say(T.undone);
    for (const entry of update.entries) announcer.say(entry.words);
    if (update.outcome) {
      play('end');
      announcer.now(update.outcome.words);
    }
  }

  #changeHands(): void {
    if (this.busy || this.hands.length < 2 || this.curtain !== null) return;
    if (this.hands.some((hand) => !hand.now)) return;
    const waiting = this.hands.findIndex((hand) => hand.now?.ask?.mine);
    if (waiting < 0 || this.hand.now?.ask?.mine) {
      if (!this.#seated && waiting >= 0) this.#seat(this.current);
      return;
    }
    this.#seat(waiting);
  }

  #seat(at: number): void {
    const [from, to] = [this.hand, this.hands[at]!];
    const first = !this.#seated;
    this.#seated = true;
    if (to.now?.hides || (likes.curtain && (first || from !== to))) {
      this.current = at;
      this.curtain = to.side;
      return;
    }
    if (from !== to) {
      this.current = at;
      this.seated();
      this.fresh();
      announcer.say(T.handsChange(this.sideName(to.side)));
      this.callToAction();
    }
  }

  /** The other player has taken the chair. */
  raise(): void {
    this.curtain = null;
    this.seated();
    this.dispatch.clear();
    this.motion?.reset();
    this.fresh();
    this.callToAction();
  }

  sideName(side: number | null | undefined): string {
    return side === null || side === undefined ? T.spectator : (this.now?.sides[side] ?? String(side));
  }

  /** A question whose answer stands as long as the position does. */
  async question<A>(type: string, fields: Record<string, unknown>): Promise<A> {
    const key = `${this.current} ${this.now?.seq} ${type} ${JSON.stringify(fields)}`;
    const known = this.#memo.get(key);
    if (known !== undefined) return known as A;
    const answer = await this.hand.line.ask<A>(type, fields);
    this.#memo.set(key, answer);
    return answer;
  }

  async undo(): Promise<void> {
    if (this.now?.can_undo) await this.send('undo');
  }

  async redo(): Promise<void> {
    if (this.now?.can_redo) await this.send('redo');
  }

  protected async send(type: 'act' | 'undo' | 'redo', fields: Record<string, unknown> = {}): Promise<void> {
    if (!this.now || this.acting) return;
    this.acting = true;
    let refused = false;
    try {
      await this.hand.line.ask(type, { seq: this.now.seq, ...fields });
    } catch (fault) {
      if (!(fault instanceof Refused)) throw fault;
      if (fault.code === 'closed') return;
      this.tell(fault.code === 'stale' ? T.stale : fault.message, 'bad', fault.cite);
      refused = true;
    } finally {
      this.acting = false;
      this.answered(refused);
    }
  }

  tell(words: string, tone: Notice['tone'] = 'plain', cite: string | null = null): void {
    this.notice = { words, tone, cite };
    if (tone === 'bad') announcer.now(words);
    clearTimeout(this.#noticeTimer);
    this.#noticeTimer = setTimeout(() => (this.notice = null), 7000);
  }
}
