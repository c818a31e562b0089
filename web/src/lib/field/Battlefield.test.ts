import axe from 'axe-core';
import { flushSync, mount, unmount, type ComponentProps } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sampler, samplerView } from '../../demo/scenes';
import Battlefield from './Battlefield.svelte';
import Dice from './Dice.svelte';
import { createMotion } from './motion.svelte';
import UnitSign from './UnitSign.svelte';
import type { Ask, Point } from './wire';

let live: Record<string, unknown>[] = [];

function put(props: Partial<ComponentProps<typeof Battlefield>> = {}) {
  document.body.innerHTML = '<main id="room"></main>';
  const target = document.getElementById('room')!;
  const field = mount(Battlefield, { target, props: { board: sampler, view: samplerView, ...props } });
  live.push(field);
  flushSync();
  const unit = (id: number): SVGElement => target.querySelector(`.unit[data-unit="${id}"]`)!;
  const glass = target.querySelector<HTMLElement>('.glass')!;
  const key = (name: string, on: Element = glass, more: KeyboardEventInit = {}): void => {
    on.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...more }));
    on.dispatchEvent(new KeyboardEvent('keyup', { key: name, bubbles: true, cancelable: true, ...more }));
    flushSync();
  };
  const click = (on: Element, x = 0, y = 0): void => {
    const at = { bubbles: true, pointerId: 1, button: 0, clientX: x, clientY: y };
    on.dispatchEvent(new PointerEvent('pointerdown', at));
    on.dispatchEvent(new PointerEvent('pointerup', at));
    flushSync();
  };
  return { target, field, unit, glass, key, click };
}

afterEach(() => {
  for (const one of live) void unmount(one);
  live = [];
  vi.useRealTimers();
});

const region: Point[] = [[0, 0], [7200, 0], [7200, 4800]];
const reach: Ask = { mine: true, offers: [{ verb: 'go', label: 'March', pick: 'reach', unit: 1 }] };
const pair: Ask = { mine: true, offers: [{ verb: 'aim', label: 'Shoot', pick: 'pair', from: [[1, [5, 6]], [3, [7]]] }] };

describe('the battlefield', () => {
  it('shows every unit as a button with its name, side, strength, state and place', () => {
    const { target, unit } = put();
    expect(target.querySelectorAll('[role="button"]')).toHaveLength(samplerView.pieces.length);
    expect(unit(5).getAttribute('aria-label')).toContain('Grenadiers, Westphalia, 29 of 32 figures, 2 markers, moved');
    expect(unit(5).getAttribute('aria-label')).toContain('facing north');
  });

  it('draws units that are not on the table nowhere', () => {
    const [one, ...rest] = samplerView.pieces;
    const { target } = put({ view: { ...samplerView, pieces: [{ ...one!, footprint: [], bases: [], status: 'to come' }, ...rest] } });
    expect(target.querySelectorAll('.unit')).toHaveLength(rest.length);
  });

  it('is one tab stop; arrows go from unit to unit by where they stand', () => {
    const { target, unit, key } = put({ selection: { unit: 1 } });
    expect(target.querySelectorAll('.unit[tabindex="0"]')).toHaveLength(1);
    expect(unit(1).getAttribute('tabindex')).toBe('0');
    unit(1).focus();
    key('ArrowLeft', unit(1));
    expect(document.activeElement?.getAttribute('data-unit')).toBe('2');
    expect(unit(2).getAttribute('tabindex')).toBe('0');
    key('ArrowRight', unit(2));
    expect(document.activeElement?.getAttribute('data-unit')).not.toBe('2');
  });

  it('reports a pick by mouse, Enter and Space, and none by Esc', () => {
    const onpick = vi.fn();
    const { unit, key, click } = put({ onpick });
    click(unit(2));
    expect(onpick).toHaveBeenLastCalledWith(2);
    unit(3).focus();
    key('Enter', unit(3));
    expect(onpick).toHaveBeenLastCalledWith(3);
    key(' ', unit(4));
    expect(onpick).toHaveBeenLastCalledWith(4);
    key('Escape', unit(4));
    expect(onpick).toHaveBeenLastCalledWith(null);
  });

  it('reports a place on the open table', () => {
    const onplace = vi.fn();
    const { glass, click } = put({ onplace });
    click(glass, 100, 100);
    expect(onplace).toHaveBeenCalledOnce();
    const [x, y] = onplace.mock.calls[0] as [number, number];
    expect(Number.isInteger(x) && Number.isInteger(y)).toBe(true);
  });

  it('lights up who may be chosen, then the targets of the one chosen', () => {
    const onpair = vi.fn();
    const onpick = vi.fn();
    const one = put({ ask: pair, onpair, onpick });
    expect(one.unit(1).classList.contains('pick')).toBe(true);
    expect(one.unit(5).classList.contains('target')).toBe(false);
    one.click(one.unit(5));
    expect(onpick).toHaveBeenLastCalledWith(5);
    const two = put({ ask: pair, selection: { unit: 1 }, onpair, onpick });
    expect(two.unit(5).classList.contains('target')).toBe(true);
    expect(two.unit(7).classList.contains('target')).toBe(false);
    expect(two.unit(3).classList.contains('pick')).toBe(true);
    two.click(two.unit(5));
    expect(onpair).toHaveBeenCalledWith(1, 5);
  });

  it('counts only the offer of the verb in hand, and none that are not ours', () => {
    const ask: Ask = { mine: true, offers: [...pair.offers, { verb: 'hold', label: 'Hold', pick: 'unit', ids: [2] }] };
    expect(put({ ask }).unit(2).classList.contains('pick')).toBe(true);
    expect(put({ ask, selection: { verb: 'aim' } }).unit(2).classList.contains('pick')).toBe(false);
    expect(put({ ask: { ...ask, mine: false } }).unit(2).classList.contains('pick')).toBe(false);
  });

  it('moves a unit by keyboard: Enter takes it up, arrows and brackets move it, Enter drops, Esc leaves it', () => {
    vi.useFakeTimers();
    const [ondrag, ondrop, oncancel] = [vi.fn(), vi.fn(), vi.fn()];
    const { unit, key, target } = put({ ask: reach, region, ondrag, ondrop, oncancel });
    expect(target.querySelector('.region')).not.toBeNull();
    unit(1).focus();
    key('Enter', unit(1));
    const [x, y, f] = samplerView.pieces[0]!.pose;
    expect(ondrag).toHaveBeenLastCalledWith(1, [x, y, f]);
    expect(target.querySelector('[data-ghost]')).not.toBeNull();
    key('ArrowUp', unit(1));
    key('ArrowRight', unit(1), { shiftKey: true });
    key(']', unit(1));
    vi.advanceTimersByTime(200);
    expect(ondrag).toHaveBeenLastCalledWith(1, [x + 10, y + 100, f + 50]);
    key('Enter', unit(1));
    expect(ondrop).toHaveBeenCalledWith(1, [x + 10, y + 100, f + 50]);
    key('Escape', unit(1));
    expect(oncancel).toHaveBeenCalledWith(1);
    key('ArrowUp', unit(1)); // the first step takes it up again
    vi.advanceTimersByTime(200);
    expect(ondrag).toHaveBeenLastCalledWith(1, [x, y + 100, f]);
    key('Escape', unit(1));
    expect(target.querySelector('[data-ghost]')).toBeNull();
  });

  it('tells the desk of a drag not more often than every 60 ms, and of its end', () => {
    vi.useFakeTimers();
    const ondrag = vi.fn();
    const { unit, glass } = put({ ask: reach, ondrag });
    const send = (type: string, on: Element, x: number): boolean => on.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, button: 0, clientX: x, clientY: 0 }));
    send('pointerdown', unit(1), 0);
    for (let i = 1; i <= 50; i++) send('pointermove', glass, i * 2);
    expect(ondrag.mock.calls.length).toBeLessThanOrEqual(2);
    vi.advanceTimersByTime(100);
    const calls = ondrag.mock.calls.length;
    expect(calls).toBeLessThanOrEqual(3);
    send('pointermove', glass, 140);
    send('pointerup', glass, 140);
    expect(ondrag.mock.calls.length).toBeGreaterThan(calls);
    expect(ondrag.mock.lastCall?.[1]?.[0]).toBeGreaterThan(samplerView.pieces[0]!.pose[0]);
  });

  it('measures from point to point while the tape is out, and moves nobody', () => {
    const [ontape, onpick, ondrag] = [vi.fn(), vi.fn(), vi.fn()];
    const { unit, glass, target } = put({ ask: reach, taping: true, ontape, onpick, ondrag });
    const send = (type: string, on: Element, x: number): boolean => on.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, button: 0, clientX: x, clientY: 0 }));
    send('pointerdown', unit(1), 0);
    send('pointermove', glass, 120);
    send('pointerup', glass, 120);
    flushSync();
    const [from, to] = ontape.mock.lastCall as [[number, number], [number, number]];
    expect(to[0]).toBeGreaterThan(from[0]);
    expect(target.querySelector('.tape text')?.textContent).toMatch(/E$/);
    expect(onpick).not.toHaveBeenCalled();
    expect(ondrag).not.toHaveBeenCalled();
  });

  it('shows what the plan says: cost, what is left, or the rule that forbids it', () => {
    const pose: [number, number, number] = [2000, 2500, 900];
    const ok = put({ ask: reach, ghost: { unit: 1, pose, preview: { end: pose, cost: 350, allowance: 800 } } });
    expect(ok.target.querySelector('.plan')?.classList.contains('yes')).toBe(true);
    const no = put({ ask: reach, ghost: { unit: 1, pose, refusal: { cite: 'M8', words: 'a march keeps 1 from enemies', place: [2100, 2500] } } });
    expect(no.target.querySelector('.plan')?.classList.contains('no')).toBe(true);
    expect(no.target.querySelector('.fault')).not.toBeNull();
  });

  it('draws overlays: shapes with labels, sight with its blocker, notes on units', () => {
    const { target } = put({
      overlays: {
        shapes: [{ look: 'half range', poly: [[0, 0], [100, 0], [100, 100]], label: 'half' }],
        lines: [{ from: [0, 0], to: [900, 900], clear: false, blocker: 'the wood', at: [400, 400] }],
        notes: [{ unit: 5, words: 'may charge', chance: 0.25 }],
      },
    });
    expect(target.querySelector('.shape.half-range')).not.toBeNull();
    expect(target.textContent).toContain('the wood');
    expect(target.querySelector('.notes')?.textContent).toMatch(/may charge\s*25 %/);
  });

  it('is measured with keys too: arrows carry the end of the tape, a full stop lays it on the nearest, Enter measures on', () => {
    const [ontape, onpick] = [vi.fn(), vi.fn()];
    const { unit, key } = put({ taping: true, ontape, onpick, selection: { unit: 1 } });
    const [x, y] = samplerView.pieces.find((piece) => piece.id === 1)!.pose;
    const laid = (): [[number, number], [number, number]] => ontape.mock.lastCall as [[number, number], [number, number]];
    unit(1).focus();
    key('ArrowRight', unit(1));
    key('ArrowUp', unit(1), { shiftKey: true });
    expect(laid()).toEqual([[x, y], [x + 100, y + 10]]);
    key('.', unit(1));
    const spots = samplerView.pieces.map((piece) => [piece.pose[0], piece.pose[1]]);
    const near = laid()[1];
    expect(spots).toContainEqual(near);
    const far = (p: number[]): number => Math.hypot(p[0]! - x, p[1]! - y);
    expect(far(near)).toBe(Math.min(...spots.map(far).filter((one) => one > 1)));
    key('Enter', unit(1));
    expect(laid()).toEqual([near, near]);
    expect(onpick).not.toHaveBeenCalled();
  });

  it('finds where the blocker stops a line that does not say', () => {
    const at = (blocker: string): string | null | undefined =>
      put({ overlays: { lines: [{ from: [3600, 3700], to: [7000, 3700], clear: false, blocker }] } })
        .target.querySelector('.sight .bar')
        ?.parentElement?.getAttribute('transform');
    const stop = Number(/translate\(([\d.]+)/.exec(at("King's Wood") ?? '')?.[1]);
    expect(stop).toBeGreaterThan(4500);
    expect(stop).toBeLessThan(5200);
    expect(at('nobody knows')).toContain('translate(7000 ');
  });

  it('leaves Enter on the unit already chosen to the desk', () => {
    const onpick = vi.fn();
    const desk = vi.fn();
    const { unit, key, target } = put({ onpick, selection: { unit: 2 } });
    target.addEventListener('keydown', (e) => desk((e.target as Element).className));
    unit(2).focus();
    key('Enter', unit(2));
    expect(onpick).not.toHaveBeenCalled();
    expect(desk).toHaveBeenCalledOnce();
    expect(String(desk.mock.calls[0]![0])).toContain('glass');
  });

  it('a pull at somebody who may be chosen chooses him; at others it pans', () => {
    const onpick = vi.fn();
    const { unit, glass, target } = put({ onpick, ask: { mine: true, offers: [{ verb: 'march', label: 'March', pick: 'unit', ids: [2] }] } });
    const pull = (id: number): void => {
      const send = (type: string, on: Element, x: number): boolean => on.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, pointerType: 'mouse', button: 0, clientX: x, clientY: 0 }));
      send('pointerdown', unit(id), 0);
      send('pointermove', glass, 20);
      send('pointerup', glass, 20);
      flushSync();
    };
    const world = target.querySelector<HTMLElement>('.world')!;
    const before = world.style.transform;
    pull(2);
    expect(onpick).toHaveBeenCalledExactlyOnceWith(2);
    expect(world.style.transform).toBe(before);
    pull(3);
    expect(onpick).toHaveBeenCalledOnce();
  });

  it('draws what a book adds for the moment', () => {
    const view = { ...samplerView, extra: { marks: [{ at: [1000, 1000], words: 'objective' }], areas: [{ kind: 'zone', look: 'zone', poly: [[0, 0], [500, 0], [500, 500]], label: 'yours' }] } };
    const { target } = put({ view });
    expect(target.textContent).toContain('objective');
    expect(target.textContent).toContain('yours');
  });

  it('as a still picture has no buttons', () => {
    const { target } = put({ still: true, label: 'The table' });
    expect(target.querySelector('[role="img"]')?.getAttribute('aria-label')).toBe('The table');
    expect(target.querySelectorAll('[role="button"], button, [tabindex]')).toHaveLength(0);
  });

  it('goes on drawing the old position until the motion is over', async () => {
    vi.useFakeTimers();
    const motion = createMotion();
    const { unit } = put({ motion });
    const [first, ...rest] = samplerView.pieces;
    const next = { ...samplerView, pieces: [{ ...first!, pose: [900, 900, 0] as [number, number, number] }, ...rest] };
    void motion.play({ view: next });
    flushSync();
    await Promise.resolve();
    expect(unit(1).getAttribute('transform')).toContain('translate(1800 ');
    motion.reset();
  });

  it('has no faults that axe can find', async () => {
    const { target } = put({ ask: pair, selection: { unit: 1 } });
    const found = await axe.run(target, { rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } });
    expect(found.violations.map((v) => `${v.id}: ${v.nodes[0]?.html}`)).toEqual([]);
  });
});

describe('small things', () => {
  it('dice say what they show and mark what hits', () => {
    document.body.innerHTML = '';
    live.push(mount(Dice, { target: document.body, props: { faces: [6, 2, 5], groups: [[2, 5], [1, 6]] } }));
    flushSync();
    const dice = document.querySelector('.dice')!;
    expect(dice.getAttribute('aria-label')).toBe('Dice: 6 hits, 2, 5');
    expect(dice.querySelectorAll('.hit')).toHaveLength(1);
    expect(dice.querySelectorAll('.miss')).toHaveLength(2);
    expect(dice.querySelectorAll('.die')[1]!.querySelectorAll('.pip')).toHaveLength(2);
  });
  it('dice of other sides show numbers, cards words', () => {
    document.body.innerHTML = '';
    live.push(mount(Dice, { target: document.body, props: { faces: [9, 'Ambush'], sides: 10 } }));
    flushSync();
    expect(document.body.textContent).toContain('9');
    expect(document.body.textContent).toContain('Ambush');
  });
  it('a sign tells arm and side', () => {
    document.body.innerHTML = '';
    live.push(mount(UnitSign, { target: document.body, props: { piece: { arm: 'horse', glyph: 'H', side: 1 } } }));
    flushSync();
    expect(document.querySelector('.side-1 .line')).not.toBeNull();
    expect(document.querySelector('.hatch')).not.toBeNull();
  });
});
