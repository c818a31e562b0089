import { afterEach, expect, test } from 'vitest';
import { keepPaper, usualPaper } from '../state/paper';

afterEach(() => localStorage.clear());

test.each([
  ['en-US', 'letter'],
  ['es-MX', 'letter'],
  ['en-GB', 'a4'],
  ['de', 'a4'],
])('people who write %s mostly have %s', (language, paper) => {
  expect(usualPaper(language)).toBe(paper);
});

test('the paper last chosen is kept', () => {
  keepPaper('letter');
  expect(usualPaper('de')).toBe('letter');
});
