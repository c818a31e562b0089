import { describe, expect, it } from 'vitest';
import { picksOf, spotsOf, targetsOf } from './offers';
import type { Offer } from './wire';

const offers = [
  { verb: 'rally', pick: 'unit', ids: [1, 2] },
  { verb: 'charge', pick: 'pair', from: [[3, [7, 8]], [4, [9]]] },
  { verb: 'house', pick: 'pair', names: { 0: 'the farm' }, from: [[3, [0]]] },
  { verb: 'move', pick: 'reach', unit: 5 },
  { verb: 'hex', pick: 'cell', ids: ['0101', '0102'], units: [[6], []], spots: [null, [10, 20, 900]] },
] as unknown as Offer[];

describe('what can be clicked', () => {
  it('numbers places as the list beside the table does', () => {
    expect(spotsOf(offers)).toEqual([{ id: '0102', n: 2, at: [10, 20, 900] }]);
  });
  it('takes targets only of the chosen unit, and only units', () => {
    expect([...targetsOf(offers, 3)]).toEqual([7, 8]);
    expect([...targetsOf(offers, null)]).toEqual([]);
  });
  it('offers everybody but the chosen unit and its targets', () => {
    expect([...picksOf(offers, 3, new Set([7, 8]))].sort()).toEqual([1, 2, 4, 5, 6]);
  });
});
