// Where in a text the terms of a glossary stand.

import type { Term } from '../types';

export interface Part {
  text: string;
  term: Term | null;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const made = new WeakMap<readonly Term[], RegExp>();

function pattern(terms: readonly Term[]): RegExp {
  let found = made.get(terms);
  if (!found) {
    const longest = [...terms].sort((a, b) => b.short.length - a.short.length).map((term) => escaped(term.short));
    made.set(terms, (found = new RegExp(`(?<![\\w-])(${longest.join('|')})(?![\\w-])`, 'g')));
  }
  return found;
}

/** A text cut at the terms in it. */
export function spelt(text: string, terms: readonly Term[]): Part[] {
  if (terms.length === 0) return [{ text, term: null }];
  const parts = text.split(pattern(terms));
  return parts.map((part, at) => ({ text: part, term: at % 2 === 1 ? (terms.find((term) => term.short === part) ?? null) : null })).filter((part) => part.text !== '');
}

/** What is said of a term. */
export const meaning = (term: Term): string => (term.tells ? `${term.words}. ${term.tells}` : term.words);
