import { flushSync, mount, unmount, type ComponentProps } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sampler, samplerView } from '../../demo/scenes';
import Battlefield from './Battlefield.svelte';
import { hands, type Field } from './hands';
import { basesAt, hull, middle, nearestModel } from './singles';
import type { Singles } from './types';
import type { Ask, Piece, Point, Pose } from './wire';

const square = (x: number, y: number): Point[] => [[x - 20, y - 20], [x + 20, y - 20], [x + 20, y + 20], [x - 20, y + 20]];
const loose: Piece = {
  ...samplerView.pieces[0]!,
  pose: [2000, 2000, 0],
  footprint: [[1900, 1900], [2100, 1900], [2100, 2100], [1900, 2100]],
  bases: [square(2000, 2000), square(2050, 2000), square(2000, 2050)],
};
const middles = (pose: Pose, ...rest: [Parameters<typeof basesAt>[2]?, Singles?, Parameters<typeof basesAt>[4]?]): Point[] =>
  basesAt(loose, pose, rest[0] ?? null, rest[1] ?? null, rest[2] ?? null).map(middle);

describe('single figures', () => {
  it('go along with the group', () => {
    expect(middles([2100, 2200, 0])).toEqual([[2100, 2200], [2150, 2200], [2100, 2250]]);
  });

  it('stand as the rules last had them, carried on with the ghost', () => {
    const group = { pose: [2100, 2000, 0] as Pose, bases: [square(2100, 2000), square(2141, 2000), square(2100, 2041)] };
    expect(middles([2110, 2000, 0], group)).toEqual([[2110, 2000], [2151, 2000], [2110, 2041]]);
  });

  it('set apart stay apart when the group goes on, and the hand goes before', () => {
    const singles: Singles = { on: true, model: 1, moved: [[1, 300, -50]] };
    expect(middles([2100, 2000, 0], null, singles)[1]).toEqual([2400, 1950]);
    expect(middles([2100, 2000, 0], null, singles, { model: 1, x: 2222, y: 1999 })[1]).toEqual([2222, 1999]);
  });

  it('are found by the nearest middle, if that is near enough', () => {
    const models: Point[] = [[0, 0], [100, 0]];
    expect(nearestModel(models, 60, 10, 60)).toBe(1);
    expect(nearestModel(models, 30, 10, 60)).toBe(0);
    expect(nearestModel(models, 400, 0, 60)).toBeNull();
  });

  it('are held by the outline of their bases', () => {
    expect(hull([square(0, 0), square(100, 0)])).toEqual([[-20, -20], [120, -20], [120, 20], [-20, 20]]);
  });
});

describe('single figures on the table', () => {
  let live: Record<string, unknown>[] = [];
  afterEach(() => {
    for (const one of live) void unmount(one);
    live = [];
  });

  const ask: Ask = { mine: true, offers: [{ verb: 'go', label: 'Go', pick: 'reach', unit: loose.id, singles: true }] };
  const view = { ...samplerView, pieces: [loose, ...samplerView.pieces.slice(1)] };

  function put(props: Partial<ComponentProps<typeof Battlefield>>) {
    document.body.innerHTML = '<main id="room"></main>';
    const target = document.getElementById('room')!;
    const heard = { onadjust: vi.fn(), onmodel: vi.fn(), onmodeldrag: vi.fn(), onmodelrelease: vi.fn(), onmodelback: vi.fn(), ondrag: vi.fn(), oncancel: vi.fn() };
    const ghost = { unit: loose.id, pose: loose.pose, preview: { end: loose.pose, cost: 0, allowance: 600 }, group: { pose: loose.pose, bases: loose.bases!, limit: { model: 0, radius: 500, words: 'so far', cite: 'X1' } } };
    live.push(mount(Battlefield, { target, props: { board: sampler, view, ask, ghost, ...heard, ...props } }));
    flushSync();
    const unit = target.querySelector(`.unit[data-unit="${loose.id}"]`)!;
    const key = (name: string, more: KeyboardEventInit = {}): void => {
      unit.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...more }));
      flushSync();
    };
    return { target, key, ...heard };
  }
  const singles = (more: Partial<Singles> = {}): Singles => ({ on: true, model: null, moved: [], ...more });

  it('have handles and their ring only while they are moved one by one', () => {
    expect(put({ singles: singles() }).target.querySelectorAll('[data-model]')).toHaveLength(3);
    expect(put({ singles: singles() }).target.querySelector('.limit-words')?.textContent).toBe('so far X1');
    expect(put({ singles: singles({ on: false }) }).target.querySelectorAll('[data-model]')).toHaveLength(0);
    expect(put({}).target.querySelectorAll('[data-model]')).toHaveLength(0);
  });

  it('are chosen and moved by keys, while the group stays', () => {
    const { key, ondrag, onmodel, onmodeldrag, onmodelback, onadjust, oncancel } = put({ singles: singles({ model: 1 }) });
    key('ArrowUp');
    expect(onmodeldrag).toHaveBeenLastCalledWith(loose.id, 1, 2050, 2025);
    key('ArrowLeft', { shiftKey: true });
    expect(onmodeldrag).toHaveBeenLastCalledWith(loose.id, 1, 2045, 2000);
    key('.');
    expect(onmodel).toHaveBeenLastCalledWith(2);
    key('Backspace');
    expect(onmodelback).toHaveBeenLastCalledWith(1);
    key('Escape');
    expect(onadjust).toHaveBeenLastCalledWith(false);
    expect(ondrag).not.toHaveBeenCalled();
    expect(oncancel).not.toHaveBeenCalled();
  });

  it('are left alone where the book moves units only as one', () => {
    const { key, onadjust, ondrag } = put({});
    key('i');
    expect(onadjust).not.toHaveBeenCalled();
    key('ArrowUp');
    expect(ondrag).toHaveBeenCalled();
    const free = put({ singles: singles({ on: false }) });
    free.key('i');
    expect(free.onadjust).toHaveBeenCalledWith(true);
  });

  it.each(['mouse', 'touch'])('follow the %s, and are told where they rest', (pointerType) => {
    const node = document.createElement('div');
    const heard = { take: vi.fn(), move: vi.fn(), settle: vi.fn(), hold: vi.fn(), hover: vi.fn(), point: vi.fn() };
    const field = {
      ...heard,
      cam: { z: 1, toTable: (x: number, y: number): Point => [x, y] },
      H: 1000,
      pieces: [],
      models: [[100, 900], [150, 900]] as Point[],
      breadth: 20,
      model: 1,
      held: { unit: 1, pose: [100, 900, 0] },
      grabbing: false,
    };
    const stop = hands(node, field as unknown as Field);
    const send = (type: string, x: number, y: number): boolean => node.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, pointerType, button: 0, clientX: x, clientY: y }));
    send('pointerdown', 152, 101);
    expect(heard.take).toHaveBeenLastCalledWith(1);
    expect(field.grabbing).toBe(true);
    send('pointermove', 202, 71);
    expect(heard.move).toHaveBeenLastCalledWith(1, 200, 930);
    send('pointerup', 202, 71);
    expect(heard.settle).toHaveBeenCalledOnce();
    expect(heard.hold).not.toHaveBeenCalled();
    send('pointerdown', 400, 400); // nobody there
    expect(heard.take).toHaveBeenCalledOnce();
    stop();
  });
});

describe('way-points', () => {
  const carried = () => {
    const node = document.createElement('div');
    const ghost = node.appendChild(document.createElement('b'));
    ghost.setAttribute('data-ghost', '');
    const stop = node.appendChild(document.createElement('i'));
    stop.setAttribute('data-stop', '0');
    const heard = { bend: vi.fn(), bendTo: vi.fn(), unbend: vi.fn(), hold: vi.fn(), hover: vi.fn(), point: vi.fn(), tell: vi.fn(), release: vi.fn() };
    const field = {
      ...heard,
      cam: { z: 1, fitted: true, toTable: (x: number, y: number): Point => [x, y], pan: vi.fn(), zoom: vi.fn() },
      H: 1000,
      pieces: [],
      models: null,
      pulls: new Set<number>(),
      held: { unit: 1, pose: [100, 900, 0] },
      stops: [[80, 800]],
      bends: 3,
      grabbing: false,
    };
    hands(node, field as unknown as Field);
    const send = (type: string, on: Element, x: number, y: number, pointerId = 1, pointerType = 'mouse', buttons = 1): boolean =>
      on.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId, pointerType, button: 0, buttons, clientX: x, clientY: y }));
    const key = (name: string): boolean => node.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }));
    return { node, ghost, stop, field, send, key, ...heard };
  };

  it('are set by the other button while a unit is carried, once a press', () => {
    const { ghost, node, send, bend, hold } = carried();
    send('pointerdown', ghost, 100, 100);
    send('pointermove', node, 120, 120);
    expect(bend).not.toHaveBeenCalled();
    send('pointermove', node, 120, 120, 1, 'mouse', 3);
    send('pointermove', node, 121, 120, 1, 'mouse', 3);
    expect(bend).toHaveBeenCalledOnce();
    send('pointermove', node, 130, 120);
    send('pointermove', node, 130, 120, 1, 'mouse', 3);
    expect(bend).toHaveBeenCalledTimes(2);
    expect(hold).toHaveBeenLastCalledWith(1, [130, 880, 0]);
  });

  it('are set by a second finger, and the first carries on', () => {
    const { ghost, node, send, bend, hold, release } = carried();
    send('pointerdown', ghost, 100, 100, 1, 'touch');
    send('pointermove', node, 150, 150, 1, 'touch');
    send('pointerdown', node, 300, 300, 2, 'touch');
    expect(bend).toHaveBeenCalledOnce();
    send('pointermove', node, 310, 310, 2, 'touch');
    send('pointerup', node, 310, 310, 2, 'touch');
    expect(release).not.toHaveBeenCalled();
    send('pointermove', node, 200, 200, 1, 'touch');
    expect(hold).toHaveBeenLastCalledWith(1, [200, 800, 0]);
    send('pointerup', node, 200, 200, 1, 'touch');
    expect(release).toHaveBeenCalledOnce();
  });

  it('are moved by dragging, taken away by a click', () => {
    const { stop, node, send, bendTo, unbend, release } = carried();
    send('pointerdown', stop, 80, 200);
    send('pointerup', node, 81, 200);
    expect(unbend).toHaveBeenLastCalledWith(0);
    send('pointerdown', stop, 80, 200);
    send('pointermove', node, 90, 220);
    expect(bendTo).toHaveBeenLastCalledWith(0, 90, 780);
    send('pointerup', node, 90, 220);
    expect(release).toHaveBeenCalledOnce();
    expect(unbend).toHaveBeenCalledOnce();
  });

  it('are set by V and taken back by Backspace', () => {
    const { key, bend, unbend } = carried();
    key('v');
    expect(bend).toHaveBeenCalledOnce();
    key('Backspace');
    expect(unbend).toHaveBeenCalledOnce();
  });
});
