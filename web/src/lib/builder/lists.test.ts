import { beforeEach, describe, expect, it } from 'vitest';
import { all, find, forget, fresh, keep, ofBook, packed, ready, rowsOf, thrown, titleOf, unpacked, unsaid } from './lists';
import { arrived, field, fielded } from './pending';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('lists kept in the browser', () => {
  it('keeps, finds, orders and forgets', () => {
    const first = fresh('a', { title: 'One' });
    const second = fresh('a', { title: 'Two' });
    fresh('b', { title: 'Else' });
    keep({ ...first, list: { title: 'Changed' }, changed: Date.now() + 1000 });
    expect(ofBook('a').map((kept) => kept.list.title)).toEqual(['Changed', 'Two']);
    forget(second.id);
    expect(find(second.id)).toBeUndefined();
    expect(all()).toHaveLength(2);
  });

  it('survives rubbish in the store', () => {
    localStorage.setItem('grognard.lists', '{"no": 1}');
    expect(all()).toEqual([]);
    localStorage.setItem('grognard.lists', '[1, null, {"id": "x", "book": "b", "list": {}}]');
    expect(all()).toHaveLength(1);
  });

  it('gives rows ids and names that nobody has', () => {
    const section = { key: 'unit', title: 'Units', fields: [], numbered: 'U' };
    const list = { unit: [{ id: 'U1', name: 'Foot' }] };
    expect(ready(list, section, { name: 'Foot' }, rowsOf(list, 'unit'))).toEqual({ id: 'U2', name: 'Foot 2' });
    expect(rowsOf({ unit: 'x' }, 'unit')).toEqual([]);
    expect(titleOf({ title: ' ' }, 'Nameless')).toBe('Nameless');
  });
});

describe('links', () => {
  it('holds the whole list', async () => {
    const list = { title: 'Größe <b>', unit: [{ name: 'é', figures: 12 }] };
    const text = await packed(list);
    expect(text).toMatch(/^[\w-]+$/);
    expect(await unpacked(text)).toEqual(list);
  });

  it('refuses what is none, and what is far too large', async () => {
    for (const wrong of ['', 'x', '!!', 'A'.repeat(50_000)]) expect(await unpacked(wrong)).toBeNull();
    expect(await unpacked(await packed({ title: 'x'.repeat(100_000) }))).toBeNull();
    expect(await unpacked(await packed([] as unknown as Record<string, unknown>))).toBeNull();
  });
});

describe('on the way to the set-up page', () => {
  it('arrives once, and stays to be chosen', () => {
    field({ book: 'a', title: 'One', text: 't' });
    expect(arrived('b')).toBeNull();
    expect(arrived('a')?.text).toBe('t');
    expect(arrived('a')).toBeNull();
    expect(fielded('a')).toHaveLength(1);
    expect(fielded('b')).toEqual([]);
  });
});

describe('dice and colours of a row', () => {
  it('throws every face as often as the others: what is left of a byte is thrown again', () => {
    const bytes = [252, 255, 0, 5, 6, 251];
    expect(thrown(4, () => bytes.shift()!)).toEqual([1, 6, 1, 6]);
    expect(thrown(0)).toEqual([]);
    expect(thrown(60).every((die) => die >= 1 && die <= 6)).toBe(true);
  });

  it('writes nothing down that says nothing', () => {
    const field = (kind: 'dice' | 'colour' | 'words') => ({ name: 'x', words: 'X', kind });
    expect(unsaid(field('dice'), [])).toBe(true);
    expect(unsaid(field('dice'), [3])).toBe(false);
    expect(unsaid(field('colour'), '')).toBe(true);
    expect(unsaid(field('words'), '')).toBe(false);
  });
});
