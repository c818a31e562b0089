import { beforeEach, describe, expect, it } from 'vitest';
import { begun, doubled, fresh, namedRows, posted, postedAt, postedHex, postedTurn, reordered, rowAt, rowsOf, shelf, tableOf, withField, withNew, without } from './battle';
import { fieldsOf, kindOf, type BattleKit, type Post } from './kit';
import { History } from './history';
import { packed, unpacked } from '../builder/kept';

const KIT: BattleKit = {
  head: [{ name: 'title', words: 'Title' }, { name: 'first', words: 'First', kind: 'row', of: ['side', 'key'], may: true }],
  sections: [
    { key: 'side', title: 'Sides', fixed: 2, fields: [{ name: 'key', words: 'Key' }] },
    { key: 'terrain', title: 'Terrain', by: 'kind', fields: [{ name: 'kind', words: 'Kind', kind: 'choice', choices: [{ value: 'wood', words: 'Wood' }, { value: 'wall', words: 'Wall' }] }, { name: 'name', words: 'Name' }, { name: 'poly', words: 'Outline', kind: 'poly' }, { name: 'height', words: 'Height', kind: 'whole', least: 1 }] },
    { key: 'prize', title: 'Prizes', fields: [{ name: 'area', words: 'Area', kind: 'row', of: ['terrain', 'name'] }, { name: 'sides', words: 'Sides', kind: 'many', of: ['side', 'key'] }] },
    { key: 'about', title: 'About', single: true, fields: [{ name: 'date', words: 'Date' }] },
    { key: 'unit', title: 'Places', fields: [{ name: 'id', words: 'Unit' }, { name: 'at', words: 'At', kind: 'point' }] },
  ],
  kinds: [
    { section: 'terrain', value: 'wood', words: 'Wood', shape: 'poly', row: { kind: 'wood', name: 'a wood' }, fields: ['name', 'poly'] },
    { section: 'terrain', value: 'wall', words: 'Wall', shape: 'poly', open: true, row: { kind: 'wall', name: 'a wall' }, fields: ['name', 'poly', 'height'] },
  ],
  blanks: [],
};
const BATTLE = {
  title: 'A day',
  first: 'A',
  side: [{ key: 'A' }, { key: 'B' }],
  terrain: [{ kind: 'wood', name: 'the wood', poly: [[0, 0], [2, 0], [2, 2]] }],
  prize: [{ area: 'the wood', sides: ['A', 'B'] }],
};
const TERRAIN = { section: 'terrain', row: 0 };

describe('what other rows name', () => {
  it('is read by its name and written by its key', () => {
    const sides = { side: [{ key: 'B', name: 'British' }, { key: 'F' }, {}] };
    expect(namedRows(sides, 'side', 'key')).toEqual([
      { value: 'B', words: 'British' },
      { value: 'F', words: 'F' },
    ]);
  });
});

beforeEach(() => localStorage.clear());

describe('a battle', () => {
  it('is changed without changing what it was', () => {
    const next = withField(BATTLE, KIT, TERRAIN, 'kind', 'wall');
    expect(rowAt(next, TERRAIN)?.kind).toBe('wall');
    expect(BATTLE.terrain[0]!.kind).toBe('wood');
    expect(withField(BATTLE, KIT, { section: '', row: null }, 'first', undefined)).not.toHaveProperty('first');
    expect(withField(BATTLE, KIT, { section: 'about', row: 0 }, 'date', '1809').about).toEqual({ date: '1809' });
  });

  it('calls a thing by its new name everywhere', () => {
    expect(rowsOf(withField(BATTLE, KIT, TERRAIN, 'name', 'Bois'), 'prize')[0]?.area).toBe('Bois');
    const side = withField(BATTLE, KIT, { section: 'side', row: 0 }, 'key', 'X');
    expect(side.first).toBe('X');
    expect(rowsOf(side, 'prize')[0]?.sides).toEqual(['X', 'B']);
  });

  it('takes new rows, copies, another order, and gives rows up', () => {
    const [one, at] = withNew(BATTLE, KIT, 'terrain', { kind: 'wood', name: 'the wood' });
    expect(rowAt(one, at)?.name).toBe('the wood 2');
    const [two, copy] = doubled(BATTLE, KIT, TERRAIN, 1);
    expect(rowAt(two, copy)).toEqual({ kind: 'wood', name: 'the wood 2', poly: [[1, 1], [3, 1], [3, 3]] });
    expect(reordered(two, copy, -1)[1]).toEqual(TERRAIN);
    expect(reordered(two, copy, 1)).toEqual([two, copy]);
    expect(rowsOf(without(two, KIT, copy), 'terrain')).toEqual(BATTLE.terrain);
    expect(without({ ...BATTLE, about: {} }, KIT, { section: 'about', row: 0 })).not.toHaveProperty('about');
  });

  it('begins a row with what its kind needs', () => {
    const section = KIT.sections[1]!;
    expect(begun(BATTLE, section, KIT.kinds[1])).toEqual({ kind: 'wall', name: 'a wall', height: 1 });
    expect(begun(BATTLE, section, KIT.kinds[0])).toEqual({ kind: 'wood', name: 'a wood' });
    expect(begun(BATTLE, KIT.sections[2]!, undefined)).toEqual({ area: 'the wood', sides: [] });
    expect(kindOf(KIT, 'terrain', { kind: 'wall' })?.open).toBe(true);
    expect(fieldsOf(KIT, section, { kind: 'wood' }).map((one) => one.name)).toEqual(['kind', 'name', 'poly']);
    expect(tableOf({ table: [72, 'x'] })).toEqual([72, 36]);
  });

  it('survives rubbish where rows should be', () => {
    for (const terrain of ['x', 3, null, [1, 'x', null]]) expect(rowsOf({ terrain }, 'terrain')).toEqual([]);
  });
});

describe('who stands where', () => {
  const post: Post = { section: 'unit', is: { id: 'A1' }, row: { id: 'A1', at: [1, 1], facing: 90, order: 'line' } };

  it('is written when somebody is moved, and only changed after that', () => {
    expect(postedAt(BATTLE, post)).toBeNull();
    const once = posted(BATTLE, KIT, post, { at: [5, 6] });
    expect(rowsOf(once, 'unit')).toEqual([{ id: 'A1', at: [5, 6], facing: 90, order: 'line' }]);
    const twice = posted(once, KIT, post, { facing: 180 });
    expect(rowsOf(twice, 'unit')).toEqual([{ id: 'A1', at: [5, 6], facing: 180, order: 'line' }]);
  });

  it('gives nobody a facing who has none', () => {
    const leader: Post = { section: 'unit', is: { id: 'L' }, row: { id: 'L', at: [1, 1] } };
    expect(rowsOf(posted(BATTLE, KIT, leader, { facing: 90 }), 'unit')).toEqual([{ id: 'L', at: [1, 1] }]);
  });

  it('stands in the tables of the sides where the book has hexes', () => {
    const foot: Post = { section: 'side/1/deploy', is: { key: '1st Foot' }, row: { value: '0504 line v2' } };
    const moved = postedTurn(postedHex(BATTLE, foot, '0607'), foot, 1);
    expect(rowsOf(moved, 'side')[1]).toEqual({ key: 'B', deploy: { '1st Foot': '0607 line v3' } });
    expect(postedHex(BATTLE, foot, 'no hex')).toBe(BATTLE);
  });
});

describe('what was done', () => {
  it('is undone and done again', () => {
    const history = new History(1);
    history.put(2);
    history.put(3);
    expect([history.undo(), history.undo(), history.undo()]).toEqual([2, 1, 1]);
    expect([history.back, history.forth]).toEqual([false, true]);
    expect(history.redo()).toBe(2);
    history.put(9);
    expect(history.forth).toBe(false);
    expect(history.undo()).toBe(2);
  });

  it('is one step while somebody goes on typing', () => {
    const history = new History('');
    for (const text of ['a', 'ab', 'abc']) history.put(text, 'title');
    history.rest();
    history.put('abcd', 'title');
    expect(history.undo()).toBe('abc');
    expect(history.undo()).toBe('');
  });
});

describe('battles kept and sent', () => {
  it('are kept by themselves, and whole in a link', async () => {
    const kept = fresh('a', BATTLE);
    expect(shelf.ofBook('a').map((one) => one.battle.title)).toEqual(['A day']);
    expect(await unpacked(await packed(kept.battle))).toEqual(BATTLE);
    shelf.forget(kept.id);
    expect(shelf.find(kept.id)).toBeUndefined();
    localStorage.setItem('grognard.battles', '[1, {"id": "x", "book": "b"}, {"id": "y", "book": "b", "battle": {}}]');
    expect(shelf.all()).toHaveLength(1);
  });
});
