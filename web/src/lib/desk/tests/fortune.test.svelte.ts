import { afterEach, describe, expect, it } from 'vitest';
import { flushSync, mount, unmount } from 'svelte';
import Fortune, { ended } from '../parts/Fortune.svelte';
import type { Judgement } from '../../types';

let shown: Record<string, unknown> | undefined;

/** The guns are overrun by action 30; the choices before it count for nothing. */
const judgement = (fitted: boolean): Judgement => ({
  fitted,
  points: [
    { seq: 0, turn: 1, chance: 0.3 },
    { seq: 10, turn: 1, chance: 0.7 },
    { seq: 20, turn: 1, chance: 0.68 },
    { seq: 30, turn: 1, chance: 0.3 },
    { seq: 40, turn: 2, chance: 0.3 },
  ],
  turning: [{ seq: 25, turn: 1, gained: 1, before: 0.7, after: 0.3, by: 1, words: ['The guns are overrun'] }],
});

function show(fitted: boolean): HTMLElement {
  document.body.innerHTML = '';
  shown = mount(Fortune, { target: document.body, props: { judgement: judgement(fitted), sides: ['British', 'French'], total: 50, href: (seq: number) => `#${seq}` } });
  flushSync();
  return document.body;
}

afterEach(() => {
  if (shown) void unmount(shown);
  shown = undefined;
});

describe('the curve of a battle', () => {
  it('has its mark where the swing ends, on the curve', () => {
    const { turning, points } = judgement(true);
    expect(ended(turning[0]!, points)).toBe(30);
    // A game judged no further has it where the swing was told.
    expect(ended(turning[0]!, [])).toBe(25);
  });

  it('leads to the action that is told first', () => {
    expect(show(true).querySelector('li a')!.getAttribute('href')).toBe('#25');
  });

  it.each([true, false])('says whose chance it is (fitted: %s)', (fitted) => {
    const caption = show(fitted).querySelector('figcaption')!.textContent!;
    expect(caption).toMatch(/^British: /);
    expect(caption).not.toContain('its chance');
  });

  it('calls what only compares no chance', () => {
    expect(show(false).querySelector('figcaption')!.textContent).toContain('no chance to win');
  });
});
