import { describe, expect, it } from 'vitest';
import { cellAt, cellsOf, offered, placeOf } from './cells';
import type { Area, Board, Offer } from './wire';

const square = (cell: number | string | null, x: number, more: Partial<Area> = {}): Area =>
  ({ kind: 'open ground', look: 'open', poly: [[x, 0], [x + 100, 0], [x + 100, 100], [x, 100]], cell, ...more }) as Area;
const offer = (rest: object): Offer => ({ verb: 'v', label: 'V', ...rest }) as Offer;

describe('places that may be chosen', () => {
  it('the first offer of places has the map', () => {
    const offers = [offer({ pick: 'unit', ids: [7] }), offer({ pick: 'cell', ids: [1, 2] }), offer({ pick: 'cell', ids: [3] })];
    expect([...cellsOf(offers, null)]).toEqual([1, 2]);
  });

  it('a pair wants its unit first, and only pairs with places count', () => {
    const pair = offer({ pick: 'pair', to: 'cell', from: [[7, [1, 2]], [8, [3]]] });
    expect(cellsOf([pair], null).size).toBe(0);
    expect([...cellsOf([pair], 8)]).toEqual([3]);
    expect(cellsOf([offer({ pick: 'pair', from: [[7, [1]]] })], 7).size).toBe(0);
  });

  it('bodies of units are no places', () => {
    expect(cellsOf([offer({ pick: 'cell', ids: [0], units: [[4, 5]] })], null).size).toBe(0);
  });

  it('areas are found by their cell, their name or their kind', () => {
    const areas = [square(5, 0), square(null, 100, { label: 'the farm' }), square(null, 200, { kind: 'zone' })];
    expect(offered(areas, new Set<unknown>([5, 'the farm', 'zone'])).map((one) => one.key)).toEqual([5, 'the farm', 'zone']);
    expect(cellAt(areas, new Set<unknown>([5]), 50, 50)).toBe(5);
    expect(cellAt(areas, new Set<unknown>([5]), 150, 50)).toBeNull();
    expect(cellAt(areas, new Set<unknown>([0]), 50, 50)).toBeNull();
  });

  it('hex nought is a hex like any other', () => {
    expect(cellAt([square(0, 0)], new Set<unknown>([0]), 10, 10)).toBe(0);
    expect(placeOf({ areas: [square(0, 0)] } as unknown as Board, 0)?.cell).toBe(0);
    expect(placeOf({ areas: [square(null, 0)] } as unknown as Board, null)).toBeNull();
  });
});
