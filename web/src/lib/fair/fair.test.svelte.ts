import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { flushSync, mount, unmount } from 'svelte';
import Fairness from './Fairness.svelte';
import { columns, gone, mark, parts } from './chart';
import { subject } from './run.svelte';
import type { Balance, FairRun } from '../types/wire';

const BALANCE: Balance = {
  games: 40,
  played: 4,
  drawn: 1,
  unfinished: 0,
  sides: [
    { name: 'Reds', won: 2, share: 0.625, low: 0.25, high: 0.9, figures: 14, lost: 7 },
    { name: 'Blues', won: 1, share: 0.375, low: 0.1, high: 0.75, figures: 10, lost: 5 },
  ],
  turns: [
    [4, 1],
    [6, 3],
  ],
  mean_turns: 5.5,
  decided: [{ words: 'an army broke', cite: 'V1', won: [2, 1], drawn: 1 }],
  met: [{ cite: '3.1', words: 'a rule', games: 4 }],
  unmet: ['9.9'],
  standing: 'unclear',
  verdict: 'Cannot be told apart from fair with so few games.',
};
const RUN: FairRun = { run: 'abc', state: 'playing', words: '', balance: BALANCE, trying: '', tried: 0, advised: null };

describe('the chart', () => {
  it('shares one bar out among both sides and nobody', () => {
    expect(parts(BALANCE).map((part) => [part.kind, part.count, part.width])).toEqual([
      ['first', 2, 50],
      ['drawn', 1, 25],
      ['second', 1, 25],
    ]);
    expect(parts({ ...BALANCE, drawn: 0, sides: [] }).every((part) => part.width === 0)).toBe(true);
  });

  it('marks the first side’s share and its interval', () => {
    expect(mark(BALANCE)).toEqual({ at: 62.5, from: 25, to: 90 });
    expect(mark({ ...BALANCE, played: 0 })).toBeNull();
  });

  it('has a column for every turn between the first end and the last', () => {
    expect(columns(BALANCE).map((one) => [one.turn, one.games, Math.round(one.height)])).toEqual([
      [4, 1, 33],
      [5, 0, 0],
      [6, 3, 100],
    ]);
    expect(columns({ ...BALANCE, turns: [] })).toEqual([]);
    expect(columns({ ...BALANCE, turns: [[1, 1], [90, 2]] })).toHaveLength(2);
  });

  it('never shows more than all of a side as gone', () => {
    expect([gone(10, 5), gone(0, 5), gone(4, 9)]).toEqual([0.5, 0, 1]);
  });
});

describe('the panel', () => {
  let shown: Record<string, unknown> | undefined;
  let answers: FairRun[];
  let asked: { url: string; method: string; body: unknown }[];

  beforeEach(() => {
    vi.useFakeTimers();
    sessionStorage.clear();
    [answers, asked] = [[], []];
    vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
      asked.push({ url, method: init.method ?? 'GET', body: init.body ? JSON.parse(String(init.body)) : null });
      return Promise.resolve(new Response(JSON.stringify(answers.shift() ?? RUN), { status: 200 }));
    });
  });

  afterEach(async () => {
    if (shown) await unmount(shown);
    shown = undefined;
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const settle = async (ms = 0): Promise<void> => {
    await vi.advanceTimersByTimeAsync(ms);
    flushSync();
  };

  function show(props: Record<string, unknown> = {}): HTMLElement {
    document.body.innerHTML = '';
    shown = mount(Fairness, { target: document.body, props: { book: 'toy', scenario: 'battle', ...props } });
    flushSync();
    return document.body;
  }

  const press = (at: HTMLElement, name: string): void => {
    const button = [...at.querySelectorAll('button')].find((one) => one.textContent === name);
    if (button?.type === 'submit') button.form?.dispatchEvent(new Event('submit', { cancelable: true, bubbles: true }));
    else button?.click();
    flushSync();
  };

  it('begins, follows the games and tells what came of them', async () => {
    const at = show({ armies: { '1': 'mine' }, options: { ground: 7 } });
    answers = [{ ...RUN, balance: { ...BALANCE, played: 0 } }, RUN, { ...RUN, state: 'done', balance: { ...BALANCE, played: 40 } }];
    press(at, 'Find out');
    await settle();
    expect(asked[0]).toMatchObject({
      url: '/api/balance',
      method: 'POST',
      body: { book: 'toy', scenario: 'battle', armies: { '1': 'mine' }, options: { ground: 7 }, games: 40, agent: 'sergeant', suggest: false },
    });
    expect(at.querySelector('progress')).not.toBeNull();
    await settle(800);
    expect(at.textContent).toContain('4 of 40 games');
    expect(at.querySelector('[role=img]')?.getAttribute('aria-label')).toContain('Reds: 2 won');
    await settle(800);
    expect(at.querySelector('progress')).toBeNull();
    expect(at.textContent).toContain('an army broke');
    expect(at.querySelector('[data-state=done]')).not.toBeNull();
    const before = asked.length;
    await settle(10_000);
    expect(asked).toHaveLength(before);
  });

  it('can be stopped', async () => {
    const at = show();
    answers = [RUN, { ...RUN, state: 'cancelled' }];
    press(at, 'Find out');
    await settle();
    press(at, 'Stop');
    await settle();
    expect(asked[1]).toMatchObject({ url: '/api/balance/abc', method: 'DELETE' });
    expect(at.textContent).toContain('you stopped it');
  });

  it('finds its run again, and no other', async () => {
    const about = subject({ book: 'toy', scenario: 'battle' });
    sessionStorage.setItem('grognard.fair', JSON.stringify({ id: 'abc', about }));
    show();
    await settle();
    expect(asked[0]).toMatchObject({ url: '/api/balance/abc', method: 'GET' });
    await unmount(shown!);
    asked = [];
    show({ scenario: 'another' });
    await settle();
    expect(asked).toEqual([]);
  });

  it('takes a battle of one’s own, and names nothing else', async () => {
    const at = show({ scenario: null, battle: 'title = "Mine"\n' });
    press(at, 'Find out');
    await settle();
    expect(asked[0]?.body).toMatchObject({ battle: 'title = "Mine"\n' });
    expect(asked[0]?.body).not.toHaveProperty('scenario');
  });

  it('says what the server refuses', async () => {
    const at = show();
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify({ error: { code: 'slow_down', message: 'one run at a time' } }), { status: 429 })));
    press(at, 'Find out');
    await settle();
    expect(at.querySelector('[role=alert]')?.textContent).toContain('one run at a time');
  });
});
