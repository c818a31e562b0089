import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { likes } from '../state/prefs.svelte';
import { after, greet } from '../state/hand.svelte';
import { enter, went } from '../state/keys';
import type { Table } from '../state/table.svelte';
import { ask, FakeSocket, seated, soon, sync, update } from './fixtures';

let table: Table;

function sit(tokens: (string | null)[] = ['a'], first = sync()): FakeSocket {
  let socket: FakeSocket;
  [table, socket] = seated(tokens, first);
  return socket;
}

beforeEach(() => {
  likes.speed = 0;
  likes.curtain = false;
});

afterEach(() => table?.close());

describe('positions', () => {
  it('draws the table anew when an action has changed it, and as before when not', () => {
    const now = sync();
    const flooded = { ...now.board, areas: [{ kind: 'stream', look: 'water' as const, poly: [], label: 'a stream' }] };
    expect(after(now, update(4)).board).toBe(now.board);
    const then = after(now, update(4, { board: flooded }));
    expect(then.board).toEqual(flooded);
    expect(after(then, update(5)).board).toEqual(flooded);
  });

  it('grow by updates and shrink by undo', () => {
    const one = after(sync(), update(4));
    expect(one.seq).toBe(4);
    expect(one.log.map((entry) => entry.seq)).toEqual([0, 4]);
    const back = after(one, update(3, { action: { side: 0, verb: 'march', noun: 1, undone: true }, entries: [] }));
    expect(back.log.map((entry) => entry.seq)).toEqual([0]);
  });

  it('are joined to a greeting that tells only what is new', () => {
    const before = after(sync(), update(4));
    const later = sync({ seq: 6, log_after: 4, log: [{ seq: 5, cite: 'x', what: 'y', facts: {}, words: 'z' }] });
    expect(greet(before, later).log.map((entry) => entry.seq)).toEqual([0, 4, 5]);
    expect(greet(before, sync({ seq: 6 })).log).toHaveLength(1);
  });
});

describe('choosing', () => {
  it('lists verbs, then their nouns, and goes back step by step', () => {
    sit();
    expect(table.list.map((choice) => choice.label)).toEqual(['March', 'Charge', 'End']);
    table.choose(table.list[0]!);
    expect(table.verb).toBe('march');
    expect(table.list.map((choice) => choice.label)).toEqual(['Unit 1', 'Unit 2']);
    expect(table.back()).toBe(true);
    expect(table.verb).toBeNull();
    expect(table.back()).toBe(false);
  });

  it('lists what a chosen unit may do, and what needs no unit', () => {
    sit();
    table.pick(1);
    expect(table.list.map((choice) => choice.label)).toEqual(['March', 'Charge', 'End']);
    table.pick(null);
    table.pick(3);
    expect(table.list.map((choice) => choice.noun)).toEqual([[1, 3], null]);
  });

  it('stages first with the odds, and does it when chosen again', async () => {
    const socket = sit();
    table.pick(1);
    table.choose(table.list[0]!);
    expect(table.staged).toEqual({ verb: 'march', noun: 1 });
    expect(socket.asked('act')).toHaveLength(0);
    socket.answer('preview', { refusal: null, preview: null, odds: null });
    await soon();
    expect(table.previewing).toBe(false);
    table.choose(table.list[0]!);
    expect(socket.asked('act')[0]).toMatchObject({ seq: 3, verb: 'march', noun: 1 });
  });

  it('arms nothing by looking at it', async () => {
    const socket = sit();
    table.pick(1);
    const [march] = table.list;
    table.intent.peek({ verb: 'march', noun: 1 });
    expect(table.shown).toEqual({ verb: 'march', noun: 1 });
    expect(table.staged).toBeNull();
    expect(socket.asked('preview')).toHaveLength(1);
    socket.answer('preview', { refusal: null, preview: null, odds: null });
    await soon();
    table.choose(march!);
    expect(table.staged).toEqual({ verb: 'march', noun: 1 });
    expect(socket.asked('act')).toHaveLength(0);
    table.intent.peek({ verb: 'charge', noun: [1, 3] });
    table.intent.peek(null);
    expect(table.shown).toEqual({ verb: 'march', noun: 1 });
  });

  const duty = ask({ offers: [{ verb: 'test', label: 'Test', pick: 'button' }, { verb: 'end', label: 'End', pick: 'button' }] });

  it('shows the odds of a button before it is pressed', async () => {
    const socket = sit(['a'], sync({ ask: duty }));
    table.choose(table.list[0]!);
    socket.answer('preview', { refusal: null, preview: null, odds: { heads: ['x'], outcomes: [], marginals: [], tallies: [], cites: [] }, whole: true });
    await soon();
    expect(table.staged).toEqual({ verb: 'test', noun: null });
    expect(socket.asked('act')).toHaveLength(0);
    table.choose(table.list[0]!);
    expect(socket.asked('act')[0]).toMatchObject({ verb: 'test', noun: null });
  });

  it('presses a button at once where nothing is thrown', async () => {
    const socket = sit(['a'], sync({ ask: duty }));
    expect(table.wayOut?.verb).toBe('end');
    table.choose(table.wayOut!);
    expect(socket.asked('act')).toHaveLength(0);
    socket.answer('preview', { refusal: null, preview: null, odds: null });
    await soon();
    expect(socket.asked('act')[0]).toMatchObject({ verb: 'end', noun: null });
  });

  it('shows an order that cannot be taken back, though nothing is thrown', async () => {
    const orders = ask({ offers: [{ verb: 'column', label: 'Form column', pick: 'button' }, { verb: 'march', label: 'March', pick: 'unit', ids: [1] }, { verb: 'end', label: 'End', pick: 'button' }] });
    const socket = sit(['a'], sync({ ask: orders }));
    const column = table.list.find((choice) => choice.verb === 'column')!;
    table.choose(column);
    socket.answer('preview', { refusal: null, preview: null, odds: null, final: true });
    await soon();
    expect(table.staged).toEqual({ verb: 'column', noun: null });
    expect(socket.asked('act')).toHaveLength(0);
    table.choose(column);
    expect(socket.asked('act')[0]).toMatchObject({ verb: 'column', noun: null });
  });

  it('does by Enter what is shown, whatever has the focus', () => {
    const socket = sit();
    const button = document.body.appendChild(document.createElement('button'));
    const press = (): boolean => {
      let done = false;
      button.addEventListener('keydown', (event) => (done = enter(event, table)), { once: true });
      button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
      return done;
    };
    expect(press()).toBe(false);
    table.pick(1);
    table.choose(table.list[0]!);
    expect(press()).toBe(true);
    expect(socket.asked('act')[0]).toMatchObject({ verb: 'march', noun: 1 });
    button.remove();
  });

  it('lets Enter press the button that the keyboard went to after the choice', () => {
    const socket = sit();
    table.pick(1);
    table.choose(table.list[0]!);
    const button = document.body.appendChild(document.createElement('button'));
    vi.spyOn(button, 'matches').mockReturnValue(true);
    went({ target: button } as unknown as FocusEvent);
    let done = true;
    button.addEventListener('keydown', (event) => (done = enter(event, table)));
    button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    expect(done).toBe(false);
    expect(socket.asked('act')).toHaveLength(0);
    button.remove();
  });

  it('makes a pair of a chosen unit and a picked enemy', () => {
    const socket = sit();
    table.pick(1);
    table.pick(4);
    expect(table.staged).toEqual({ verb: 'charge', noun: [1, 4] });
    expect(socket.asked('preview')[0]).toMatchObject({ verb: 'charge', noun: [1, 4] });
    expect(table.selection.others).toContain(4);
  });

  it('does not ask again where nothing else can be chosen', async () => {
    const socket = sit(['a'], sync({ ask: ask({ offers: [{ verb: 'end', label: 'End', pick: 'button', confirm: true }] }) }));
    table.choose(table.list[0]!);
    expect(table.confirming).toBeNull();
    expect(socket.asked('act')).toHaveLength(1);
    await soon();
  });

  it('lays the overlay of a choice over the table as long as it is chosen', async () => {
    const socket = sit(['a'], sync({ ask: ask({ offers: [{ verb: 'aim', label: 'Aim', pick: 'pair', shows: 'range', from: [[1, [3]], [2, [3]]] }, { verb: 'end', label: 'End', pick: 'button' }] }) }));
    expect(socket.asked('overlay')).toHaveLength(0);
    table.chooseVerb('aim');
    table.pick(1);
    void table.glass.refresh();
    expect(socket.asked('overlay').at(-1)).toMatchObject({ kind: 'range', unit: 1 });
    socket.answer('overlay', { shapes: [{ look: 'range', poly: [] }] });
    await soon();
    expect(table.glass.overlays).toHaveLength(1);
    table.pick(null);
    void table.glass.refresh();
    expect(table.glass.overlays).toHaveLength(0);
  });

  it('asks again before what cannot be undone', async () => {
    const socket = sit();
    table.choose(table.list[2]!);
    expect(table.confirming).toEqual({ verb: 'end', noun: null });
    expect(socket.asked('act')).toHaveLength(0);
    void table.commit(table.confirming, true);
    expect(socket.asked('act')).toHaveLength(1);
    await soon();
  });

  it('offers everything to the unit that acts, and draws what it does to whom', () => {
    const offers = [
      { verb: 'fire', label: 'Fire', pick: 'unit' as const, ids: [3, 4] },
      { verb: 'charge', label: 'Charge', pick: 'unit' as const, ids: [3] },
      { verb: 'hold', label: 'Hold', pick: 'button' as const },
    ];
    sit(['a'], sync({ ask: ask({ offers, about: 1 }) }));
    expect(table.unit).toBe(1);
    expect(table.list.map((choice) => choice.label)).toEqual(['Fire', expect.stringMatching(/^Charge: /), 'Hold']);
    table.chooseVerb('fire');
    void table.stage('fire', 4);
    expect(table.selection.pair).toEqual([1, 4]);
  });

  it('needs no choosing where only one verb wants a noun', () => {
    sit(['a'], sync({ ask: ask({ offers: [{ verb: 'retire', label: 'Retire', pick: 'unit', ids: [2] }, { verb: 'stay', label: 'Stay', pick: 'button' }] }) }));
    expect(table.verb).toBe('retire');
    expect(table.list.map((choice) => choice.label)).toEqual(['Unit 2', 'Stay']);
    expect(table.back()).toBe(false);
  });

  it('goes round the units that can act', () => {
    sit();
    expect(table.next(1)).toBe(1);
    expect(table.next(1)).toBe(2);
    expect(table.next(1)).toBe(1);
    expect(table.next(-1)).toBe(2);
  });

  it('tells when the table has changed in between', async () => {
    const socket = sit();
    void table.commit({ verb: 'march', noun: 1 });
    socket.hear({ type: 'error', id: socket.asked('act')[0]!['id'], code: 'stale', message: 'x' });
    await soon();
    expect(table.notice?.tone).toBe('bad');
    expect(table.acting).toBe(false);
  });

  it('starts afresh after every action', async () => {
    const socket = sit();
    table.pick(1);
    table.choose(table.list[0]!);
    socket.hear(update(4));
    await soon();
    expect(table.staged).toBeNull();
    expect(table.now?.seq).toBe(4);
    expect(table.unit).toBe(1);
  });
});

describe('why not', () => {
  it('asks for the reasons of what is not on offer', async () => {
    const socket = sit();
    table.hover(2);
    await soon(120);
    expect(socket.asked('why')).toHaveLength(0); // it may march: no excuse is needed
    table.chooseVerb('charge');
    table.unit = null;
    table.hover(2);
    await soon(120);
    // unit 2 may march, but cannot charge: the nearest enemy is asked about
    expect(socket.asked('why')[0]).toMatchObject({ verb: 'charge', noun: [2, 4] });
    socket.answer('why', { refusal: { cite: 'H1', words: 'too far' } });
    await soon();
    expect(table.why.not?.lines[0]?.refusal.cite).toBe('H1');
    table.hover(null);
    expect(table.why.not).toBeNull();
  });
});

describe('what is no choice', () => {
  const only = ask({ offers: [{ verb: 'go_on', label: 'Go on', pick: 'button', alone: true }] });
  const moment = ask({
    offers: [
      { verb: 'surprise', label: 'Surprise', pick: 'button' },
      { verb: 'decline', label: 'No card', pick: 'button', passes: true },
    ],
  });
  const holding = (verbs: string[]) => ({
    ...sync().view,
    extra: { cards: { '0': { in_hand: verbs.length, in_deck: 0, hand: verbs.map((verb) => ({ name: verb, verb })) } } },
  });

  it('is done at once, but not after a step back', async () => {
    const socket = sit(['a'], sync({ ask: only }));
    expect(socket.asked('act')[0]).toMatchObject({ verb: 'go_on', noun: null });
    const back = sit(['a'], sync());
    back.hear(update(2, { action: { side: 0, verb: 'go_on', noun: null, undone: true }, ask: only, entries: [] }));
    await soon();
    expect(back.asked('act')).toHaveLength(0);
  });

  it('lets a moment go by for a card held back, until it has left the hand', async () => {
    const socket = sit(['a'], sync({ ask: moment, view: holding(['surprise']) }));
    expect(socket.asked('act')).toHaveLength(0);
    table.holdBack('surprise', true);
    expect(socket.asked('act')[0]).toMatchObject({ verb: 'decline', noun: null });
    socket.hear(update(4, { view: holding([]) }));
    await soon();
    expect(table.held.size).toBe(0);
  });

  it('takes its time where people look on: how fast a moment passes tells nothing', () => {
    vi.useFakeTimers();
    const pause = ask({ offers: [{ verb: 'decline', label: 'No card', pick: 'button', passes: true }] });
    const seat = { name: '', agent: null, online: true, thinking: false, claimed: true };
    const person = { ...seat, side: 1, kind: 'open' as const };
    const socket = sit(['a'], sync({ ask: pause, seats: [{ ...seat, side: 0, kind: 'here' }, person] }));
    vi.advanceTimersByTime(900);
    expect(socket.asked('act')).toHaveLength(0);
    vi.advanceTimersByTime(4000);
    expect(socket.asked('act')[0]).toMatchObject({ verb: 'decline', noun: null });
    const machine = sit(['a'], sync({ ask: pause, seats: [{ ...seat, side: 0, kind: 'here' }, { ...person, kind: 'agent' }] }));
    expect(machine.asked('act')[0]).toMatchObject({ verb: 'decline' });
    vi.useRealTimers();
  });
});
