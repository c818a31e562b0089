import { afterEach, describe, expect, it, vi } from 'vitest';
import { flushSync, mount, unmount, type Component } from 'svelte';
import Bars from '../parts/Bars.svelte';
import Curtain from '../parts/Curtain.svelte';
import OddsView from '../parts/OddsView.svelte';
import PickNumber from '../widgets/PickNumber.svelte';
import PickSplit from '../widgets/PickSplit.svelte';
import Tags from '../parts/Tags.svelte';

let shown: Record<string, unknown> | undefined;

function show<P extends Record<string, unknown>>(component: Component<P>, props: P): HTMLElement {
  document.body.innerHTML = '';
  shown = mount(component, { target: document.body, props });
  flushSync();
  return document.body;
}

afterEach(() => {
  if (shown) void unmount(shown);
  shown = undefined;
});

const press = (element: Element | null | undefined): void => {
  (element as HTMLElement).click();
  flushSync();
};

describe('PickNumber', () => {
  it('shows hundredths in the book’s unit and keeps to the steps', () => {
    const onset = vi.fn();
    const onvalue = vi.fn();
    const at = show(PickNumber, {
      offer: { verb: 'go', label: 'Go', pick: 'number', low: 200, high: 900, step: 50, unit: 'hundredths', marks: [300, 900, 5000] },
      unit: 'inch',
      onset,
      onvalue,
    });
    expect([...at.querySelectorAll('.marks button')].map((b) => b.textContent)).toEqual(['3', '9']);
    press(at.querySelector('.marks button'));
    expect(onvalue).toHaveBeenCalledWith(300);
    const range = at.querySelector<HTMLInputElement>('input[type=range]')!;
    range.value = '420';
    range.dispatchEvent(new Event('input', { bubbles: true }));
    flushSync();
    press(at.querySelector('.primary'));
    expect(onset).toHaveBeenCalledWith(400);
  });
});

describe('PickSplit', () => {
  it('begins with something legal and lets nobody go over a limit', () => {
    const onset = vi.fn();
    const at = show(PickSplit, {
      offer: { verb: 'x', label: 'X', pick: 'split', total: 3, limits: [[7, 1], [8, 5]] },
      name: (id: unknown) => `Unit ${String(id)}`,
      onset,
    });
    press(at.querySelector('.primary'));
    expect(onset).toHaveBeenCalledWith([[7, 1], [8, 2]]);
    const [less7, more7] = [...at.querySelectorAll<HTMLButtonElement>('li:first-child button')];
    expect(more7!.disabled).toBe(true);
    press(less7);
    expect(at.querySelector<HTMLButtonElement>('.primary')!.disabled).toBe(true);
    press(at.querySelectorAll('li:last-child button')[1]);
    press(at.querySelector('.primary'));
    expect(onset).toHaveBeenLastCalledWith([[7, 0], [8, 3]]);
  });
});

describe('odds', () => {
  const chance = (value: number | string, n: number, of = 36) => ({ values: [value], fraction: `${n}/${of}`, chance: n / of });

  it('are bars with a percentage and the exact fraction', () => {
    const at = show(Bars, { head: 'hits', outcomes: [chance(0, 9), chance(1, 18), chance(2, 9)], mean: '1/1' });
    expect(at.textContent).toContain('50 %');
    expect(at.textContent).toContain('18/36');
    expect(at.textContent).toContain('on average 1');
    expect(at.querySelectorAll('tbody tr')).toHaveLength(3);
  });

  it('show the likeliest first where there are very many, and all on demand', () => {
    const at = show(Bars, { head: 'reach', outcomes: Array.from({ length: 20 }, (_, n) => chance(n, n + 1, 210)) });
    expect(at.querySelectorAll('tbody tr')).toHaveLength(9);
    press(at.querySelector('button'));
    expect(at.querySelectorAll('tbody tr')).toHaveLength(20);
  });

  it('show each part by itself, all together, and how the dice are made up', () => {
    const at = show(OddsView, {
      odds: {
        heads: ['home', 'lost'],
        outcomes: [{ values: ['yes', 2], fraction: '1/2', chance: 0.5 }, { values: ['no', 0], fraction: '1/2', chance: 0.5 }],
        marginals: [{ head: 'home', outcomes: [chance('yes', 18), chance('no', 18)] }, { head: 'lost', outcomes: [chance(0, 18), chance(2, 18)], mean: '1/1' }],
        tallies: [{ base: 0, words: 'to the die', lines: [{ value: -1, words: 'long range', cite: '15' }], total: -1 }],
        cites: ['15'],
      },
    });
    expect(at.querySelectorAll('table.bars')).toHaveLength(2);
    expect(at.querySelector('table.joint')?.textContent).toContain('1/2');
    expect(at.textContent).toContain('−1');
    expect(at.textContent).toContain('long range');
  });
});

it('tags tell good from bad by more than colour', () => {
  const at = show(Tags, { tags: [{ words: 'routed', cite: '83', tone: 'bad' as const }, { words: 'elite', cite: '75', tone: 'good' as const }] });
  const signs = [...at.querySelectorAll('li > span')].map((sign) => sign.textContent);
  expect(new Set(signs).size).toBe(2);
});

it('the curtain opens only when the next player says so', () => {
  const onready = vi.fn();
  const at = show(Curtain, { side: 'Blue', onready });
  expect(at.textContent).toContain('Blue');
  expect(document.activeElement?.tagName).toBe('BUTTON');
  press(at.querySelector('button'));
  expect(onready).toHaveBeenCalledOnce();
});
