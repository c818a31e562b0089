import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { flushSync, mount, unmount, type Component } from 'svelte';
import Hint from '../parts/Hint.svelte';
import KeptBack from '../parts/KeptBack.svelte';
import Pondering from '../parts/Pondering.svelte';
import WhyIt from '../parts/WhyIt.svelte';
import { likes } from '../state/prefs.svelte';
import type { Table } from '../state/table.svelte';
import { motives as words, pondering } from '../strings/end';
import { T } from '../strings';
import type { Entry, Motive, Seat } from '../../types';
import { ask, FakeSocket, seated, soon, sync, update } from './fixtures';

const seats = [{ side: 0, kind: 'here' }, { side: 1, kind: 'agent' }] as unknown as Seat[];
const entry = (seq: number, what: string): Entry => ({ seq, what, cite: 'M', facts: { unit: 3 }, words: `${what} ${seq}` });
const motive = (seq: number): Motive => ({ seq, side: 1, agent: 'captain', weighed: { thoughts: [{ verb: 'charge', noun: null, words: `Charge ${seq}`, rating: 1, chance: 0.5, trials: 8 }], simulated: 9, cut_short: false, plan: [] } });

let table: Table;
let parts: Record<string, unknown>[] = [];

function sit(first = sync({ seats })): FakeSocket {
  let socket: FakeSocket;
  [table, socket] = seated(['a'], first);
  return socket;
}

function show<P extends Record<string, unknown>>(component: Component<P>, props: P): void {
  parts.push(mount(component, { target: document.body, props }));
  flushSync();
}

beforeEach(() => {
  likes.speed = 0;
  document.body.innerHTML = '';
});

afterEach(() => {
  for (const part of parts) void unmount(part);
  parts = [];
  table?.close();
});

describe('reasons', () => {
  // The computer chooses at 4 and 6, its dice fall at 5, ours, after our own choice at 7, at 8.
  const log = [entry(4, 'charges'), entry(5, 'dice'), entry(5, 'loses'), entry(6, 'halts'), entry(7, 'fires'), entry(8, 'dice'), entry(8, 'loses')];

  it('stand at what the computer chose and at the dice of it, and nowhere else', async () => {
    const socket = sit(sync({ seats, seq: 8, log }));
    void table.reasons.look();
    socket.answer('motives', { motives: [motive(4)], kept_back: false });
    await soon();
    expect([4, 5, 6, 7, 8].map((seq) => table.reasons.behind(seq)?.seq ?? null)).toEqual([4, 4, null, null, null]);
    for (const seq of [5, 8]) show(WhyIt, { table, seq, about: `line ${seq}` });
    const buttons = [...document.querySelectorAll<HTMLButtonElement>('.why')];
    expect(buttons.map((each) => each.getAttribute('aria-label'))).toEqual([`${words.ask} line 5`]);
    buttons[0]!.click();
    flushSync();
    expect(document.querySelector('.told')?.textContent).toContain('What the captain weighed, its choice first:');
    expect(document.querySelector('.told')?.textContent).toContain('Charge 4');
  });

  it('are asked for since what is known, and all anew after a step back', async () => {
    const socket = sit(sync({ seats, seq: 8, log }));
    void table.reasons.look();
    expect(socket.asked('motives')[0]).toMatchObject({ since: 0 });
    socket.answer('motives', { motives: [motive(4), motive(6)], kept_back: false });
    await soon();
    void table.reasons.look();
    expect(socket.asked('motives')[1]).toMatchObject({ since: 7 });
    socket.hear(sync({ seats, seq: 5, undos: 1, log }));
    void table.reasons.look();
    expect(socket.asked('motives').at(-1)).toMatchObject({ since: 0 });
    expect(table.reasons.behind(6)).toBeNull();
  });

  it('that are kept back are one line, and at the end it says where they stand', async () => {
    const socket = sit(sync({ seats, seq: 8, log }));
    show(KeptBack, { table });
    show(WhyIt, { table, seq: 4, about: '' });
    socket.answer('motives', { motives: [], kept_back: true });
    await soon();
    flushSync();
    expect(document.body.textContent).toContain(words.keptBack);
    expect(document.querySelector('button')).toBeNull();
    socket.hear(sync({ seats, seq: 9, log, ask: null, outcome: { winner: 0, words: 'Red won', cite: 'V1', how: 'rules' } as never }));
    flushSync();
    socket.answer('motives', { motives: [motive(4)], kept_back: false });
    await soon();
    flushSync();
    expect(document.body.textContent).not.toContain(words.keptBack);
    expect(document.body.textContent).toContain(words.toldNow);
    expect(document.querySelector('.why')).not.toBeNull();
  });

  it('are not asked for where nobody is a computer', () => {
    const socket = sit(sync());
    void table.reasons.look();
    expect(socket.asked('motives')).toHaveLength(0);
  });
});

it('a computer that was hurried is so until somebody else is asked', async () => {
  const theirs = ask({ who: [1], mine: false, offers: [] });
  const socket = sit(sync({ seats, ask: theirs }));
  show(Pondering, { table });
  const button = (): HTMLButtonElement => document.querySelector('button')!;
  button().click();
  flushSync();
  expect(socket.asked('hurry')).toHaveLength(1);
  for (const part of parts.splice(0)) void unmount(part);
  socket.hear(update(4, { seats, ask: null, action: { side: 1, verb: 'march', noun: 3 } }));
  socket.hear(update(5, { seats, ask: theirs, action: { side: null, verb: 'fall', noun: null } as never }));
  await soon();
  show(Pondering, { table });
  expect(button().textContent).toBe(pondering.hurried);
  expect(button().disabled).toBe(true);
  socket.hear(update(6, { seats, ask: ask() }));
  socket.hear(update(7, { seats, ask: theirs }));
  await soon();
  flushSync();
  expect(button().textContent).toBe(pondering.hurry);
  expect(button().disabled).toBe(false);
});

it('a computer that waits for its turn to think is said to wait, until it begins', () => {
  const theirs = ask({ who: [1], mine: false, offers: [] });
  const socket = sit(sync({ seats, ask: theirs }));
  show(Pondering, { table });
  expect(document.body.textContent).not.toContain(pondering.waits);
  socket.hear({ type: 'thinking', side: 1, done: 0, most: 0, waits: true });
  flushSync();
  expect(document.body.textContent).toContain(pondering.waits);
  expect(document.querySelector('progress')!.hasAttribute('value')).toBe(false);
  socket.hear({ type: 'thinking', side: 1, done: 3, most: 6 });
  flushSync();
  expect(document.body.textContent).not.toContain(pondering.waits);
  expect(document.querySelector('progress')!.value).toBe(0.5);
});

it('the way an officer would go is shown on the table, and ordered by oneself', async () => {
  const legs = [['forward', 300]];
  const socket = sit(sync({ seats, ask: ask({ offers: [{ verb: 'go', label: 'March so', pick: 'reach', unit: 1 }, { verb: 'wheel', label: 'Wheel', pick: 'reach', unit: 1 }] }) }));
  show(Hint, { table });
  document.querySelector('button')!.click();
  socket.answer('hint', { weighed: { thoughts: [{ verb: 'go', noun: legs, words: 'March so, 3″ east', rating: 1, chance: null, trials: 0 }], simulated: 0, cut_short: false, plan: [] } });
  await soon();
  flushSync();
  expect(document.querySelector('li')?.textContent).toContain(T.decide.notTried);
  document.querySelector<HTMLButtonElement>('li button')!.click();
  expect(socket.asked('preview')[0]).toMatchObject({ verb: 'go', noun: legs });
  socket.answer('preview', { refusal: null, preview: { end: [1300, 1000, 900], cost: 300 }, odds: null });
  await soon();
  expect(table.offer?.verb).toBe('go');
  expect(table.mover.ghost).toMatchObject({ unit: 1, pose: [1300, 1000, 900] });
  expect(table.mover.legs).toEqual(legs);
  expect(socket.asked('act')).toHaveLength(0);
});
