// The books' references, fetched once each, and the popover that shows a rule wherever one is cited.

import { api } from '../net/api';
import type { Reference, Rule } from '../../types';

export interface OpenRule {
  book: string;
  numbers: string[];
  anchor: DOMRect | null;
  from: HTMLElement | null;
}

/** "EVA M11" and "M11" are one rule: its number. Several may stand together. */
export function numbers(cite: string, key?: string | null): string[] {
  return cite
    .split(/[,;]\s*|\s+and\s+/)
    .map((part) => part.trim())
    .map((part) => (key && part.startsWith(key + ' ') ? part.slice(key.length + 1) : part))
    .filter(Boolean);
}

class Rules {
  #books: Record<string, Reference> = $state.raw({});
  #asked = new Map<string, Promise<Reference>>();
  open: OpenRule | null = $state.raw(null);

  fetch(book: string): Promise<Reference> {
    const known = this.#asked.get(book);
    if (known) return known;
    const asked = api.reference(book).then(
      (reference) => {
        this.#books = { ...this.#books, [book]: reference };
        return reference;
      },
      (fault: unknown) => {
        this.#asked.delete(book);
        throw fault;
      },
    );
    this.#asked.set(book, asked);
    return asked;
  }

  reference(book: string | null | undefined): Reference | null {
    return (book && this.#books[book]) || null;
  }

  find(book: string, number: string): Rule | null {
    const reference = this.reference(book);
    const plain = numbers(number, reference?.abbreviation)[0] ?? number;
    for (const chapter of reference?.chapters ?? []) {
      for (const rule of chapter.rules) if (rule.number === plain) return rule;
    }
    return null;
  }

  show(book: string, cite: string, from: HTMLElement | null): void {
    void this.fetch(book).catch(() => undefined);
    const key = this.reference(book)?.abbreviation;
    this.open = { book, numbers: numbers(cite, key), anchor: from?.getBoundingClientRect() ?? null, from };
  }

  close(): void {
    const from = this.open?.from;
    this.open = null;
    if (from?.isConnected) from.focus();
  }
}

export const rules = new Rules();
