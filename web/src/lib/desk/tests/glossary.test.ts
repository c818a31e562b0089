import { describe, expect, it } from 'vitest';
import { meaning, spelt } from '../glossary';

const terms = [
  { short: 'OM', words: 'objective marker', tells: '', rule: '' },
  { short: 'MFV', words: 'modified fire value', tells: 'The die is compared with it.', rule: 'FIRE-01' },
  { short: 'FB!', words: 'Fix Bayonets!', tells: '', rule: '' },
];
const found = (text: string): string[] => spelt(text, terms).flatMap((part) => (part.term ? [part.term.words] : []));

describe('a text', () => {
  it('is cut where terms stand, whole words only', () => {
    expect(spelt('Take off the OM of Shaw?', terms).map((part) => part.text)).toEqual(['Take off the ', 'OM', ' of Shaw?']);
    expect(found('die below MFV: OM, FB! and OMEN, FROM, OM-3')).toEqual(['modified fire value', 'objective marker', 'Fix Bayonets!']);
  });

  it('is left as it is where the book has no glossary', () => {
    expect(spelt('the OM', [])).toEqual([{ text: 'the OM', term: null }]);
  });

  it('says what a term is', () => {
    expect(meaning(terms[0]!)).toBe('objective marker');
    expect(meaning(terms[1]!)).toBe('modified fire value. The die is compared with it.');
  });
});
