import { describe, expect, it } from 'vitest';
import { fellows, kitOf, placeables, placed, postsOf, rearmed, unitsOf } from './adapt';
import type { Battle, WireKit } from './kit';
import type { View } from '../types';

const SIDE: WireKit['sections'][number] = { key: 'side', title: 'Sides', least: 2, most: 2, fields: [{ name: 'key', words: 'Key', needed: true }, { name: 'army', words: 'Army', kind: 'army', needed: true }, { name: 'own', words: 'Own edges', kind: 'edges' }] };
const WIRE: WireKit = {
  shape: 'table',
  unit: 'inch',
  head: [{ name: 'title', words: 'Title', needed: true }, { name: 'table', words: 'Table', kind: 'size', needed: true }],
  sections: [
    SIDE,
    { key: 'terrain', title: 'Ground', fields: [{ name: 'kind', words: 'Kind', kind: 'choice' }, { name: 'name', words: 'Name' }, { name: 'poly', words: 'Shape', kind: 'poly' }, { name: 'gates', words: 'Gates', kind: 'edges' }, { name: 'height', words: 'Height', kind: 'whole' }] },
    { key: 'zone', title: 'Zones', fields: [{ name: 'side', words: 'Side', kind: 'row', of: ['side', 'key'] }, { name: 'poly', words: 'Shape', kind: 'poly' }] },
    { key: 'exit', title: 'Ways out', single: true, fields: [{ name: 'edge', words: 'Edge', kind: 'edge' }] },
    { key: 'unit', title: 'Places', fields: [{ name: 'id', words: 'Unit', kind: 'unit', needed: true }, { name: 'order', words: 'Order', kind: 'choice', needed: true }, { name: 'at', words: 'Place', kind: 'point' }, { name: 'facing', words: 'Facing', kind: 'facing' }] },
    { key: 'leader', title: 'Leaders', fields: [{ name: 'side', words: 'Side' }, { name: 'brigade', words: 'Brigade' }, { name: 'at', words: 'Place', kind: 'point' }] },
  ],
  kinds: [
    { kind: 'work', words: 'a work', cite: '', more: ['gates'] },
    { kind: 'high_wall', words: 'high wall', cite: '', shape: 'line', more: ['height'] },
  ],
  blanks: [],
  lists: [{ name: 'one', title: 'One', points: 1, units: [{ id: 'A0', name: 'Foot', words: 'foot', orders: ['line', 'column'] }, { id: 'A1', name: 'Foot', words: 'foot', orders: ['line', 'column'] }] }],
};
const KIT = kitOf(WIRE);
const piece = (id: number, side: number, name: string, more: object = {}): object => ({ id, side, name, pose: [1000 * id, 500, 900], footprint: [[0, 0], [1, 0], [1, 1]], ...more });
const view = (...pieces: object[]): View => ({ book: 'b', scenario: '', side: null, sides: ['A', 'B'], headline: '', pieces }) as unknown as View;
const BATTLE: Battle = { side: [{ key: 'A', army: 'one' }, { key: 'B', army: '[[brigade.unit]]\nid = "B7"\nname = "Horse"\n' }] };

describe('the kit', () => {
  it('has a palette of the ground, with what only some of it has', () => {
    const [work, wall] = KIT.kinds;
    expect([work?.fields, wall?.fields]).toEqual([['kind', 'name', 'poly', 'gates'], ['kind', 'name', 'poly', 'height']]);
    expect([work?.open, wall?.open, wall?.words]).toEqual([false, true, 'High wall']);
    expect(wall?.row).toEqual({ kind: 'high_wall', name: 'the high wall', height: 4 });
  });

  it('has a palette of whatever else lies on the table, but not of who stands there', () => {
    expect(KIT.kinds.slice(2).map((kind) => [kind.section, kind.words, kind.shape])).toEqual([['zone', 'Zone', 'poly'], ['exit', 'Way out', 'edge']]);
  });

  it('calls alike what is alike to a hand', () => {
    expect(KIT.head.map((one) => [one.kind, one.may])).toEqual([[undefined, false], ['pair', false]]);
    expect(KIT.sections[0]?.fixed).toBe(2);
    expect(KIT.sections[0]?.fields[2]?.choices?.map((one) => one.value)).toEqual(['north', 'east', 'south', 'west']);
    expect(KIT.sections[1]?.fields[3]?.kind).toBe('edges');
  });

  it('knows faults of the head by the field they name', () => {
    const [head, row] = placed(KIT, [{ words: 'x', cite: '', at: ['turns', 0] }, { words: 'y', cite: '', at: ['zone', 1] }]);
    expect(head).toMatchObject({ at: ['', 0], field: 'turns' });
    expect(row?.at).toEqual(['zone', 1]);
  });
});

describe('who can be placed', () => {
  it('are the units of the book’s list, or of one written out in the battle', () => {
    expect(unitsOf(KIT, BATTLE, 1).map((one) => one.id)).toEqual(['B7']);
    expect(placeables(KIT, BATTLE).map((one) => one.value)).toEqual(['A0', 'A1', 'B7']);
    expect(unitsOf(KIT, {}, 0)).toEqual([]);
  });

  it('are told apart though they share a name, and led by the brigade', () => {
    const posts = postsOf(KIT, BATTLE, view(piece(1, 0, 'Foot'), piece(2, 0, 'Foot', { tags: [{ words: 'column' }] }), piece(3, 1, 'Horse'), piece(9, 1, 'Chief', { leader: true, group: 'First' })));
    expect(posts['1']).toEqual({ section: 'unit', is: { id: 'A0' }, row: { id: 'A0', at: [10, 5], facing: 90, order: 'line' } });
    expect(posts['2']?.row).toMatchObject({ id: 'A1', order: 'column' });
    expect(posts['3']?.is).toEqual({ id: 'B7' });
    expect(posts['9']).toEqual({ section: 'leader', is: { side: 'B', brigade: 'First' }, row: { side: 'B', brigade: 'First', at: [90, 5] } });
  });

  it('are all written down when the first of an army is, and left alone after that', () => {
    const posts = postsOf(KIT, BATTLE, view(piece(1, 0, 'Foot'), piece(2, 0, 'Foot'), piece(3, 1, 'Horse')));
    const side = (id: number): number => (id === 3 ? 1 : 0);
    expect(fellows(BATTLE, posts, posts['1']!, side).map((one) => one.is.id)).toEqual(['A1']);
    expect(fellows({ ...BATTLE, unit: [{ id: 'A1' }] }, posts, posts['1']!, side)).toEqual([]);
  });

  it('leave with their army', () => {
    const battle = { ...BATTLE, unit: [{ id: 'A0' }, { id: 'B7' }], leader: [{ side: 'A' }, { side: 'B' }] };
    const next = rearmed(KIT, battle, 0, 'army', 'another');
    expect(next).toEqual({ side: [{ key: 'A', army: 'another' }, (BATTLE.side as unknown[])[1]], unit: [{ id: 'B7' }], leader: [{ side: 'B' }] });
  });

  it('stand in the tables of their side where the book has hexes', () => {
    const kit = kitOf({
      ...WIRE,
      head: [{ name: 'map', words: 'Map', kind: 'map' }],
      sections: [{ ...SIDE, fields: [...SIDE.fields, { name: 'deploy', words: 'Units', kind: 'posts' }, { name: 'leaders', words: 'Leaders', kind: 'posts' }] }],
    });
    const battle = { ...BATTLE, map: '01 ..........\n'.repeat(8), side: [{ army: 'one', deploy: { A1: '0101 line v2' } }, {}] };
    const posts = postsOf(kit, battle, view(piece(1, 0, 'Foot', { pose: [144, 750, 600] }), piece(2, 0, 'Foot')));
    expect(posts['1']).toEqual({ section: 'side/0/deploy', is: { key: 'A0' }, row: { value: '0201 line d1' } });
    expect(posts['2']?.row.value).toBe('0101 line v2');
  });
});
