// What the pages of armies and of battles stand on: the books, the kit of the one that is chosen, and what went wrong.

import { setContext } from 'svelte';
import { api, ApiError } from '../desk/net/api';
import { rules } from '../desk/state/rules.svelte';
import { T } from '../desk/strings';
import type { BookInfo } from '../types';

export const said = (error: unknown): string => (error instanceof ApiError ? T.somethingWrong(error.message) : String(error));

/** Made while a page is set up, as it looks after the page's context and effects. */
export class Room<K> {
  books = $state.raw<BookInfo[]>([]);
  kit = $state.raw<K | null>(null);
  fault = $state('');

  constructor(
    readonly wanted: () => string | null,
    fetch: (book: string) => Promise<K>,
    page?: 'armies' | 'battles',
  ) {
    setContext('book', () => this.key || null);
    api.books().then(
      (found) => {
        this.books = found.filter((one) => !page || !one.lacks?.includes(page));
        if (this.books.length === 0) this.fault = T.start.noBooks;
      },
      (error: unknown) => (this.fault = said(error)),
    );
    $effect(() => this.#load(this.key, fetch));
  }

  readonly info: BookInfo | undefined = $derived.by(() => this.books.find((one) => one.key === this.wanted()) ?? this.books[0]);
  readonly key: string = $derived(this.info?.key ?? '');

  #load(book: string, fetch: (book: string) => Promise<K>): (() => void) | undefined {
    if (!book) return undefined;
    let stale = false;
    this.kit = null;
    fetch(book).then(
      (found) => {
        if (!stale) this.kit = found;
      },
      (error: unknown) => (this.fault = said(error)),
    );
    void rules.fetch(book).catch(() => undefined);
    return () => {
      stale = true;
    };
  }
}
