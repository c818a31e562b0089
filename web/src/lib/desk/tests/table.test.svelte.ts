import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { flushSync } from 'svelte';
import { likes } from '../state/prefs.svelte';
import { unitsIn } from '../state/entries';
import { after, greet } from '../state/hand.svelte';
import { enter, went } from '../state/keys';
import { Table } from '../state/table.svelte';
import type { Piece } from '../../types';
import { ask, FakeSocket, lineOptions, piece, soon, sync, update } from './fixtures';

let table: Table;

function sit(tokens: (string | null)[] = ['a'], first = sync()): FakeSocket {
  FakeSocket.all = [];
  table = new Table('g', tokens, lineOptions);
  const sockets = [...FakeSocket.all];
  sockets.forEach((socket, side) => {
    socket.open();
    socket.hear({ ...first, side: tokens[side] === null ? null : side, ask: { ...first.ask!, mine: first.ask!.who.includes(side) } });
  });
  return sockets[0]!;
}

beforeEach(() => {
  likes.speed = 0;
  likes.curtain = false;
});

afterEach(() => table?.close());

describe('positions', () => {
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

describe('moving', () => {
  const moving = (): FakeSocket =>
    sit(['a'], sync({ ask: ask({ offers: [{ verb: 'go', label: 'Go', pick: 'reach', unit: 1, region: [] }] }) }));

  it('asks the rules for the newest place only, and moves by its legs', async () => {
    const socket = moving();
    expect(table.unit).toBe(1);
    table.mover.drag(1, [1100, 1000, 900]);
    table.mover.drag(1, [1200, 1000, 900]);
    table.mover.drag(1, [1300, 1000, 900]);
    expect(socket.asked('plan')).toHaveLength(1);
    socket.answer('plan', { legs: [['forward', 100]], preview: null, refusal: null });
    await soon();
    expect(socket.asked('plan')).toHaveLength(2);
    expect(socket.asked('plan')[1]).toMatchObject({ pose: [1300, 1000, 900, ''] });
    socket.answer('plan', { legs: [['forward', 300]], preview: null, refusal: null });
    await soon();
    expect(table.mover.legs).toEqual([['forward', 300]]);
    void table.mover.drop(1, [1300, 1000, 900]);
    await soon();
    expect(socket.asked('act')[0]).toMatchObject({ verb: 'go', noun: [['forward', 300]] });
  });

  it('plans what was chosen where a unit may move in several ways', async () => {
    const offers = ['advance', 'march'].map((verb) => ({ verb, label: verb, pick: 'reach' as const, unit: 1, region: [] }));
    const socket = sit(['a'], sync({ ask: ask({ offers }) }));
    table.chooseVerb('march');
    table.mover.drag(1, [1300, 1000, 900]);
    await soon();
    expect(socket.asked('plan')[0]).toMatchObject({ verb: 'march' });
  });

  it('looks at the odds of a shot before it is fired, and never brings it back among its own', async () => {
    const socket = sit(['a'], sync({ ask: ask({ offers: [{ verb: 'shot', label: 'Fire', pick: 'reach', unit: 1, region: [], aim: true }] }) }));
    table.mover.drag(1, [3000, 1000, 0]);
    socket.answer('plan', { legs: [['aim', 3000, 1000]], preview: null, refusal: null });
    await soon();
    void table.mover.release(1, [3000, 1000, 0]);
    await soon();
    expect(socket.asked('preview')[0]).toMatchObject({ verb: 'shot', noun: [['aim', 3000, 1000]] });
    table.mover.drag(1, [7000, 1000, 0]);
    void table.mover.release(1, [7000, 1000, 0]);
    socket.answer('plan', { legs: null, preview: null, refusal: { cite: 'R', words: 'too far' } });
    await soon();
    const asked = socket.asked('plan').length;
    socket.answer('plan', { legs: null, preview: null, refusal: { cite: 'R', words: 'too far' } });
    await soon();
    expect(socket.asked('plan')).toHaveLength(asked);
  });

  const square = (x: number, y: number): number[][] => [[x - 20, y - 20], [x + 20, y - 20], [x + 20, y + 20], [x - 20, y + 20]];
  const loosely = async (): Promise<FakeSocket> => {
    const socket = sit(['a'], sync({ ask: ask({ offers: [{ verb: 'go', label: 'Go', pick: 'reach', unit: 1, region: [], singles: true }] }) }));
    table.mover.drag(1, [1100, 1000, 0]);
    socket.answer('plan', { legs: [['go', 100, 0]], preview: { bases: [square(1100, 1000), square(1150, 1000)] }, refusal: null });
    await soon();
    return socket;
  };

  it('sets single figures apart, keeps them so when the group goes on, and puts them back', async () => {
    const socket = await loosely();
    table.mover.adjust(1, true);
    table.mover.take(1);
    table.mover.dragModel(1, 1, 1300, 1040);
    expect(socket.asked('plan').at(-1)).toMatchObject({ pose: [1100, 1000, 0, ''], places: [[1, 1300, 1040]] });
    socket.answer('plan', { legs: [['model', 1, 150, 40]], preview: null, refusal: null });
    await soon();
    expect(table.mover.legs).toEqual([['model', 1, 150, 40]]);
    table.mover.drag(1, [1200, 1000, 0]);
    expect(socket.asked('plan').at(-1)).toMatchObject({ places: [[1, 1400, 1040]] });
    socket.answer('plan', { legs: [], preview: null, refusal: null });
    await soon();
    table.mover.putBack(1, 1);
    expect(socket.asked('plan').at(-1)).not.toHaveProperty('places');
    expect(table.back()).toBe(true);
    expect(table.mover.singles?.on).toBe(false);
    expect(table.mover.ghost).not.toBeNull();
  });

  it('brings a single figure back to where cohesion lets it stand, and says why', async () => {
    const socket = await loosely();
    table.mover.adjust(1, true);
    table.mover.take(1);
    void table.mover.releaseModel(1, 1, 1550, 1000);
    // legal up to 200 beyond where it stood
    for (let i = 0; i < 10; i++) {
      const [[, x]] = socket.asked('plan').at(-1)!['places'] as [[number, number, number]];
      const fits = x <= 1350;
      socket.answer('plan', { legs: fits ? [['model', 1, x - 1150, 0]] : null, preview: null, refusal: fits ? null : { cite: 'X1', words: 'too far from the rest' } });
      await soon(1);
    }
    expect(table.notice?.cite).toBe('X1');
    const [[model, east]] = table.mover.singles!.moved as [[number, number, number]];
    expect(model).toBe(1);
    expect(east).toBeGreaterThan(245);
    expect(east).toBeLessThanOrEqual(250);
    expect(table.mover.ghost?.refusal).toBeNull();
    expect(table.mover.legs).toEqual([['model', 1, east - 50, 0]]);
  });

  it('has no single figures where the book does not offer them', () => {
    moving();
    expect(table.mover.singles).toBeNull();
    table.mover.adjust(1, true);
    expect(table.mover.singles).toBeNull();
  });

  it('does not move where a rule forbids it, and says which', async () => {
    const socket = moving();
    void table.mover.drop(1, [6000, 1000, 900]);
    socket.answer('plan', { legs: null, preview: null, refusal: { cite: 'M3', words: 'too far' } });
    await soon();
    expect(socket.asked('act')).toHaveLength(0);
    expect(table.notice?.cite).toBe('M3');
    expect(table.mover.ghost?.refusal?.words).toBe('too far');
  });

  /** Rules that let nobody pass x = 1300, and only so far the way is free. */
  async function judge(socket: FakeSocket, free = true): Promise<void> {
    for (let answered = 0; answered < 40; ) {
      await soon(1);
      const asked = socket.asked('plan');
      if (asked.length === answered) break;
      for (; answered < asked.length; answered++) {
        const { id, pose } = asked[answered] as { id: number; pose: number[] };
        const fits = free && pose[0]! <= 1300;
        const refusal = fits ? null : { cite: pose[0]! > 2000 ? 'M3' : 'M9', words: pose[0]! > 2000 ? 'too far' : 'a wall' };
        socket.hear({ type: 'answer', id, legs: fits ? [['forward', pose[0]! - 1000]] : null, preview: null, refusal });
      }
    }
    await soon();
  }

  it('brings back what was let go of too far away, and says what stopped it', async () => {
    const socket = moving();
    table.mover.drag(1, [5000, 1000, 900]);
    void table.mover.release(1, [5000, 1000, 900]);
    await judge(socket);
    const [x] = table.mover.ghost!.pose;
    expect(x).toBeGreaterThan(1280);
    expect(x).toBeLessThanOrEqual(1300);
    expect(table.mover.legs).toEqual([['forward', x - 1000]]);
    expect(table.notice).toMatchObject({ cite: 'M9', tone: 'plain' });
    expect(socket.asked('act')).toHaveLength(0);
  });

  it('leaves it where it is if no place on the way will do', async () => {
    const socket = moving();
    table.mover.drag(1, [5000, 1000, 900]);
    void table.mover.release(1, [5000, 1000, 900]);
    await judge(socket, false);
    expect(table.mover.ghost!.pose[0]).toBe(5000);
    expect(table.mover.legs).toBeNull();
    expect(table.notice).toBeNull();
  });
});

describe('what the others did', () => {
  const line = (seq: number, what: string, facts: Record<string, unknown> = {}) => ({ seq, cite: 'x', what, facts, words: what });
  const theirs = (seq: number, entries: ReturnType<typeof line>[], more: Partial<Piece>[] = []) =>
    update(seq, { action: { side: 1, verb: 'march', noun: 3 }, entries, view: { ...sync().view, pieces: sync().view.pieces.map((one) => ({ ...one, ...more.find((each) => each.id === one.id) })) } });

  it('is told in order with ways and losses, and stays until they act again', async () => {
    const socket = sit();
    socket.hear(update(4, { entries: [line(4, 'marches')] }));
    socket.hear(theirs(5, [line(5, 'dice'), line(5, 'charges', { unit: 3 })], [{ id: 3, pose: [2000, 1000, 900] }]));
    socket.hear(theirs(6, [line(6, 'fires', { unit: 4, target: 1 })], [{ id: 1, figures: 7 }]));
    await soon();
    expect(table.dispatch.events.map((event) => event.entry.what)).toEqual(['charges', 'fires']);
    expect(table.dispatch.trails.map((trail) => trail.look)).toEqual(['march', 'shot']);
    expect(table.dispatch.events[1]!.fell).toBe(3);
    socket.hear(update(7, { entries: [line(7, 'marches')] })); // ours: the report stays
    await soon();
    expect(table.dispatch.events).toHaveLength(2);
    socket.hear(theirs(8, [line(8, 'holds', { unit: 4 })]));
    await soon();
    expect(table.dispatch.events.map((event) => event.entry.what)).toEqual(['holds']);
  });

  it('names who is gone', async () => {
    const socket = sit();
    const view = { ...sync().view, pieces: sync().view.pieces.filter((one) => one.id !== 2) };
    socket.hear(update(4, { action: { side: 1, verb: 'fire', noun: [3, 2] }, entries: [line(4, 'routs', { unit: 2 })], view }));
    await soon();
    expect(table.dispatch.events[0]!.gone).toEqual(['Unit 2']);
  });

  it('points out whom the question names', () => {
    sit(['a'], sync({ ask: ask({ prompt: 'Unit 2 has to test', named: [2] }) }));
    expect(table.selection.others).toEqual([2]);
  });
});

describe('two at one screen', () => {
  it('turn the table to whoever is asked', async () => {
    sit(['a', 'b']);
    expect(table.hotSeat).toBe(true);
    expect(table.now?.side).toBe(0);
    const [one, two] = FakeSocket.all;
    const other = { ...ask(), who: [1] };
    one!.hear(update(4, { ask: { ...other, mine: false, offers: [] } }));
    two!.hear(update(4, { ask: other, action: { side: 0, verb: 'march', noun: 1 } }));
    await soon();
    expect(table.curtain).toBeNull();
    expect(table.now?.side).toBe(1);
    expect(table.mine).toBe(true);
  });

  it('draw the curtain where the book hides something', async () => {
    sit(['a', 'b'], sync({ hides: true }));
    flushSync();
    expect(table.curtain).toBe(0);
    expect(table.ask).toBeNull();
    table.raise();
    expect(table.mine).toBe(true);
    const [one, two] = FakeSocket.all;
    const other = { ...ask(), who: [1] };
    one!.hear(update(4, { ask: { ...other, mine: false, offers: [] } }));
    two!.hear(update(4, { ask: other }));
    await soon();
    expect(table.curtain).toBe(1);
    table.raise();
    expect(table.now?.side).toBe(1);
  });

  it('draw the curtain always, if they like', async () => {
    likes.curtain = true;
    sit(['a', 'b']);
    expect(table.curtain).toBe(0);
  });
});

it('finds the units an entry speaks of', () => {
  const pieces = new Map([[1, piece(1, 0, 0, 0)], [3, piece(3, 1, 0, 0)]]);
  const entry = { seq: 1, cite: '', what: '', words: '', facts: { unit: 1, target: 3, hits: 3, attackers: [1, 9] } };
  expect(unitsIn(entry, pieces)).toEqual([1, 3, 1]);
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

describe('a drag is an order', () => {
  const idle = ask({
    offers: [
      { verb: 'march', label: 'March', pick: 'unit', ids: [1, 2], drag: true },
      { verb: 'charge', label: 'Charge', pick: 'pair', from: [[1, [3, 4]]] },
      { verb: 'fire', label: 'Fire', pick: 'pair', from: [[1, [3]]] },
    ],
  });
  const going = ask({ offers: [{ verb: 'go', label: 'Go', pick: 'reach', unit: 1, region: [] }] });

  it('that waits for what comes first, then goes there', async () => {
    const socket = sit(['a'], sync({ ask: idle }));
    expect([...table.draggable]).toEqual([1, 2]);
    table.pull({ unit: 1, pose: [1300, 1000, 900], target: null });
    expect(socket.asked('act')[0]).toMatchObject({ verb: 'march', noun: 1 });
    socket.answer('act', {});
    await soon();
    expect(socket.asked('act')).toHaveLength(1); // the table has not changed yet
    socket.hear(update(4, { ask: going }));
    await soon();
    expect(socket.asked('plan').at(-1)).toMatchObject({ verb: 'go', pose: [1300, 1000, 900, ''] });
    for (const { id } of socket.asked('plan')) socket.hear({ type: 'answer', id, legs: [['forward', 300]], preview: null, refusal: null });
    await soon();
    expect(socket.asked('act')[1]).toMatchObject({ verb: 'go', noun: [['forward', 300]] });
    expect(table.wish).toBeNull();
  });

  it('onto an enemy: the one thing it may do is shown with its odds', () => {
    const socket = sit(['a'], sync({ ask: idle }));
    table.pull({ unit: 1, pose: [0, 0, 0], target: 4 });
    expect(table.staged).toEqual({ verb: 'charge', noun: [1, 4] });
    expect(table.bubble?.unit).toBe(4);
    expect(socket.asked('act')).toHaveLength(0);
  });

  it('onto an enemy with whom it may do several things: they are offered beside him', () => {
    sit(['a'], sync({ ask: idle }));
    table.pull({ unit: 1, pose: [0, 0, 0], target: 3 });
    expect(table.bubble?.choices.map((choice) => choice.label)).toEqual(['Charge: Unit 3', 'Fire: Unit 3']);
    expect(table.staged).toBeNull();
    expect(table.back()).toBe(true);
    expect(table.bubble).toBeNull();
  });

  it('that nobody can follow is given up, and does not march instead', () => {
    const socket = sit(['a'], sync({ ask: idle }));
    table.pull({ unit: 2, pose: [0, 0, 0], target: 3 });
    expect(socket.asked('act')).toHaveLength(0);
    expect(table.wish).toBeNull();
  });

  it('that is refused is forgotten', async () => {
    const socket = sit(['a'], sync({ ask: idle }));
    table.pull({ unit: 1, pose: [1300, 1000, 900], target: null });
    socket.hear({ type: 'error', id: socket.asked('act')[0]!['id'], code: 'stale', message: 'x' });
    await soon();
    expect(table.wish).toBeNull();
  });

  it('asked about, a unit tells all it may do and what it may not', async () => {
    const socket = sit(['a'], sync({ ask: idle }));
    table.menu(2);
    expect(table.bubble).toMatchObject({ unit: 2, denied: true });
    expect(table.bubble!.choices.map((choice) => choice.label)).toEqual(['March']);
    await soon();
    expect(socket.asked('why').length).toBeGreaterThan(0);
  });
});
