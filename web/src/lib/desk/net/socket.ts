// One seat's line to the server. It comes back by itself, asks again what was not answered, and never loses a move:
// an action carries the number of the position it was meant for, so that a second copy of it is refused as stale.

import type { Id, Parley, Seat, ServerError, Spoken, Sync, Update, Thinking } from '../../types';

export type LineStatus = 'connecting' | 'open' | 'lost' | 'refused';

export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly cite: string | null = null,
  ) {
    super(message);
  }
}

interface Waiting {
  message: Record<string, unknown>;
  resolve(answer: Record<string, unknown>): void;
  reject(fault: Error): void;
  again: boolean;
}

export interface LineEvents {
  sync(message: Sync): void;
  update(message: Update): void;
  seats(seats: Seat[]): void;
  /** somebody at the table said something */
  said?(line: Spoken['line']): void;
  /** what stands between the people has changed */
  parley?(message: Parley): void;
  /** how far a computer player is */
  thinking?(message: Thinking): void;
  status(status: LineStatus, why?: string): void;
  /** The last position known, so that the server need not tell it all again. */
  since(): { since: number | null; undos: number };
}

type Socket = Pick<WebSocket, 'send' | 'close' | 'readyState' | 'onopen' | 'onmessage' | 'onclose' | 'onerror'>;

export interface LineOptions {
  open?: (url: string) => Socket;
  /** Milliseconds before the n-th try. */
  backoff?: (tries: number) => number;
  pingEvery?: number;
  pingPatience?: number;
}

const OPEN = 1;

export function defaultBackoff(tries: number): number {
  return Math.min(8000, 250 * 1.8 ** tries) * (0.75 + Math.random() * 0.5);
}

export function socketUrl(game: string, at: Location = location): string {
  return `${at.protocol === 'https:' ? 'wss' : 'ws'}://${at.host}/api/games/${encodeURIComponent(game)}/socket`;
}

export class Line {
  status: LineStatus = 'connecting';
  #socket: Socket | null = null;
  #next = 1;
  #waiting = new Map<number, Waiting>();
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pinger: ReturnType<typeof setInterval> | undefined;
  #closed = false;
  #synced = false;
  readonly #open: (url: string) => Socket;
  readonly #backoff: (tries: number) => number;
  readonly #pingEvery: number;
  readonly #pingPatience: number;

  constructor(
    readonly url: string,
    readonly token: string | null,
    readonly events: LineEvents,
    options: LineOptions = {},
  ) {
    this.#open = options.open ?? ((url) => new WebSocket(url));
    this.#backoff = options.backoff ?? defaultBackoff;
    this.#pingEvery = options.pingEvery ?? 15000;
    this.#pingPatience = options.pingPatience ?? 8000;
    this.#connect();
    if (typeof window !== 'undefined') window.addEventListener('online', this.#hurry);
    if (typeof document !== 'undefined') document.addEventListener('visibilitychange', this.#hurry);
  }

  /** Ask something; the answer comes, whatever happens to the line in between. */
  ask<T>(type: string, fields: Record<string, unknown> = {}): Promise<T> {
    const id = this.#next++;
    const message = { type, id, ...fields };
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(id, { message, resolve: resolve as Waiting['resolve'], reject, again: false });
      if (this.#synced) this.#send(message);
    });
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#pinger);
    if (typeof window !== 'undefined') window.removeEventListener('online', this.#hurry);
    if (typeof document !== 'undefined') document.removeEventListener('visibilitychange', this.#hurry);
    for (const waiting of this.#waiting.values()) waiting.reject(new Refused('closed', ''));
    this.#waiting.clear();
    this.#drop();
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#synced = false;
    clearInterval(this.#pinger);
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = socket.onerror = null;
    try {
      socket.close();
    } catch {
      /* it was gone already */
    }
  }

  #set(status: LineStatus, why?: string): void {
    this.status = status;
    this.events.status(status, why);
  }

  #hurry = (): void => {
    if (this.#closed || this.#socket || this.status === 'refused') return;
    if (typeof document !== 'undefined' && document.visibilityState === 'hidden') return;
    clearTimeout(this.#timer);
    this.#connect();
  };

  #connect(): void {
    if (this.#closed) return;
    const socket = this.#open(this.url);
    this.#socket = socket;
    socket.onopen = () => {
      this.#send({ type: 'hello', token: this.token, ...this.events.since() });
    };
    socket.onmessage = (event: MessageEvent) => this.#heard(String(event.data));
    socket.onclose = (event: CloseEvent) => this.#lost(event);
    socket.onerror = () => {
      /* a close follows */
    };
  }

  #lost(event?: CloseEvent): void {
    this.#drop();
    if (this.#closed || this.status === 'refused') return;
    // There is no such game, or its rules have changed: asking again will not help.
    if (event && (event.code === 4404 || event.code === 4409)) {
      this.#refuse(event.reason);
      return;
    }
    this.#set('lost');
    this.#timer = setTimeout(() => this.#connect(), this.#backoff(this.#tries++));
  }

  #refuse(why: string): void {
    this.#set('refused', why);
    for (const waiting of this.#waiting.values()) waiting.reject(new Refused('refused', why));
    this.#waiting.clear();
  }

  #send(message: Record<string, unknown>): void {
    if (this.#socket && this.#socket.readyState === OPEN) this.#socket.send(JSON.stringify(message));
  }

  #heard(text: string): void {
    let message: { type: string; id?: number | null };
    try {
      message = JSON.parse(text);
    } catch {
      return;
    }
    switch (message.type) {
      case 'sync':
        this.#greeted(message as unknown as Sync);
        return;
      case 'update':
        this.events.update(message as unknown as Update);
        return;
      case 'seats':
        this.events.seats((message as unknown as { seats: Seat[] }).seats);
        return;
      case 'said':
        this.events.said?.((message as unknown as Spoken).line);
        return;
      case 'parley':
        this.events.parley?.(message as unknown as Parley);
        return;
      case 'thinking':
        this.events.thinking?.(message as unknown as Thinking);
        return;
      case 'answer':
        this.#settle(message.id, (waiting) => waiting.resolve(message as Record<string, unknown>));
        return;
      case 'error':
        this.#fault(message as unknown as ServerError);
        return;
    }
  }

  #greeted(message: Sync): void {
    this.#tries = 0;
    this.#synced = true;
    this.#set('open');
    this.events.sync(message);
    for (const waiting of this.#waiting.values()) {
      waiting.again = true;
      this.#send(waiting.message);
    }
    clearInterval(this.#pinger);
    this.#pinger = setInterval(() => this.#ping(), this.#pingEvery);
  }

  #fault(message: ServerError): void {
    if (message.id === null || message.id === undefined) {
      if (!this.#synced) {
        this.#refuse(message.message);
        this.#drop();
      }
      return;
    }
    this.#settle(message.id, (waiting) => {
      // Sent twice because the line broke: the first copy has been played, or has ended the battle.
      if (waiting.again && (message.code === 'stale' || message.code === 'over')) waiting.resolve({});
      else waiting.reject(new Refused(message.code, message.message, message.cite ?? null));
    });
  }

  /** Our own questions are numbered. */
  #settle(id: Id | null | undefined, how: (waiting: Waiting) => void): void {
    const waiting = typeof id === 'number' ? this.#waiting.get(id) : undefined;
    if (!waiting) return;
    this.#waiting.delete(id as number);
    how(waiting);
  }

  #ping(): void {
    const socket = this.#socket;
    const patience = setTimeout(() => {
      if (this.#socket === socket) this.#lost();
    }, this.#pingPatience);
    this.ask('ping').then(
      () => clearTimeout(patience),
      () => clearTimeout(patience),
    );
  }
}
