import { Table } from '../state/table.svelte';
import type { Ask, Piece, Sync, Update } from '../../types';

export function piece(id: number, side: number, x: number, y: number, more: Partial<Piece> = {}): Piece {
  return {
    id,
    side,
    name: `Unit ${id}`,
    arm: 'foot',
    glyph: 'F',
    pose: [x, y, 900],
    footprint: [
      [x - 100, y - 100],
      [x + 100, y - 100],
      [x + 100, y + 100],
      [x - 100, y + 100],
    ],
    figures: 10,
    full: 12,
    ...more,
  };
}

export function ask(more: Partial<Ask> = {}): Ask {
  return {
    who: [0],
    prompt: 'Move a unit',
    cite: 'M1',
    mine: true,
    offers: [
      { verb: 'march', label: 'March', pick: 'unit', ids: [1, 2] },
      { verb: 'charge', label: 'Charge', pick: 'pair', from: [[1, [3, 4]]] },
      { verb: 'end', label: 'End', pick: 'button', confirm: true },
    ],
    barred: {},
    ...more,
  };
}

export function sync(more: Partial<Sync> = {}): Sync {
  return {
    type: 'sync',
    game: 'g',
    book: 'b',
    scenario: 's',
    side: 0,
    sides: ['Red', 'Blue'],
    seq: 3,
    undos: 0,
    board: { kind: 'table', width: 7200, height: 4800, unit: 'inch', areas: [] },
    view: {
      book: 'b',
      scenario: 's',
      side: 0,
      sides: ['Red', 'Blue'],
      headline: 'Turn 1',
      pieces: [piece(1, 0, 1000, 1000), piece(2, 0, 1000, 2000), piece(3, 1, 3000, 1000), piece(4, 1, 3000, 2000)],
    },
    ask: ask(),
    throw: null,
    where: [{ title: 'Movement', cite: 'T3' }],
    log: [{ seq: 0, cite: 'T0', what: 'turn', facts: { turn: 1 }, words: 'Turn 1' }],
    log_after: 0,
    seats: [],
    can_undo: false,
    can_redo: false,
    outcome: null,
    seed_hash: 'h',
    seed: null,
    dice_from: 0,
    options: {},
    guide: false,
    hides: false,
    clock: null,
    talk: [],
    draw: null,
    again: null,
    lost: [],
    ...more,
  };
}

export function update(seq: number, more: Partial<Update> = {}): Update {
  const { seq: _seq, undos, view, ask, throw: due, where, seats, can_undo, can_redo, outcome, seed, clock } = sync();
  const frame = { undos, view, ask, throw: due, where, seats, can_undo, can_redo, outcome, seed, clock };
  return {
    ...frame,
    type: 'update',
    seq,
    action: { side: 0, verb: 'march', noun: 1 },
    board: null,
    entries: [{ seq, cite: 'M3', what: 'marches', facts: { unit: 1 }, words: 'Unit 1 marches' }],
    ...more,
  };
}

/** A socket that the test is the other end of. */
export class FakeSocket {
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  static last(): FakeSocket {
    return FakeSocket.all[FakeSocket.all.length - 1]!;
  }

  open(): void {
    this.readyState = 1;
    this.onopen?.(new Event('open'));
  }

  hear(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) } as MessageEvent);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.readyState = 3;
  }

  drop(code = 1006, reason = ''): void {
    this.readyState = 3;
    this.onclose?.({ code, reason } as CloseEvent);
  }

  asked(type: string): Record<string, unknown>[] {
    return this.sent.filter((message) => message['type'] === type);
  }

  answer(type: string, fields: Record<string, unknown>): void {
    const asked = this.asked(type);
    this.hear({ type: 'answer', id: asked[asked.length - 1]!['id'], ...fields });
  }
}

export const lineOptions = {
  open: (url: string) => new FakeSocket(url) as unknown as WebSocket,
  backoff: () => 1,
};

export const soon = (ms = 5): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** A table with these seats at one screen, greeted by the server; the socket is that of the first. */
export function seated(tokens: (string | null)[] = ['a'], first = sync()): [Table, FakeSocket] {
  FakeSocket.all = [];
  const table = new Table('g', tokens, lineOptions);
  const sockets = [...FakeSocket.all];
  sockets.forEach((socket, side) => {
    socket.open();
    socket.hear({ ...first, side: tokens[side] === null ? null : side, ask: first.ask && { ...first.ask, mine: first.ask.who.includes(side) } });
  });
  return [table, sockets[0]!];
}
