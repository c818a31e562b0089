import { afterEach, expect, it, vi } from 'vitest';
import { flushSync, mount, unmount } from 'svelte';
import Setup from '../pages/Setup.svelte';
import { T } from '../strings';
import { soon } from './fixtures';

const book = (key: string, elo: number | null) => ({
  key,
  title: `Book ${key}`,
  abbreviation: key,
  version: '1',
  scenarios: [{ name: `battle_${key}`, title: `Battle of ${key}`, sides: ['Red', 'Blue'], blurb: '', opponent: '', turns: 4, about: {} }],
  options: [],
  agents: [
    { name: 'corporal', title: 'corporal', words: 'Does' },
    { name: `general_${key}`, title: 'General', words: 'Dares', usual: true, elo, measured_in: elo ? 'a battle' : '' },
  ],
  first_battle: '',
});

let page: Record<string, unknown> | undefined;

afterEach(() => {
  if (page) void unmount(page);
  vi.unstubAllGlobals();
});

function open(props: { book: string; scenario: string | null }): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(String(path));
    const answer = String(path).endsWith('/books') ? [book('A', 1500), book('B', null)] : null;
    return answer ? Promise.resolve(Response.json(answer)) : new Promise(() => undefined);
  });
  document.body.innerHTML = '';
  page = mount(Setup, { target: document.body, props });
  flushSync();
  return asked;
}

it('the set-up of one book after another’s asks for no battle that is not in it', async () => {
  const props = $state({ book: 'A', scenario: null });
  const asked = open(props);
  await soon();
  flushSync();
  expect(asked.some((path) => path.includes('A') && path.includes('battle_A'))).toBe(true);
  props.book = 'B';
  flushSync();
  await soon();
  flushSync();
  expect(document.querySelector('h1')?.textContent).toContain('Book B');
  expect(asked.some((path) => path.includes('battle_B'))).toBe(true);
  expect(asked.filter((path) => path.includes('battle_') && path.includes('/A/') !== path.includes('battle_A'))).toEqual([]);
  // nor does a general of the one sit at the table of the other
  expect([...document.querySelectorAll<HTMLSelectElement>('.seat select')].map((select) => select.value)).toEqual(['here', 'agent:general_B']);
});

it('says what Elo means where there is any, for whoever cannot point at it', async () => {
  const props = $state({ book: 'A', scenario: null });
  open(props);
  await soon();
  flushSync();
  expect(document.body.textContent).toContain(T.setup.eloMeans);
  props.book = 'B';
  flushSync();
  expect(document.body.textContent).not.toContain(T.setup.eloMeans);
});
