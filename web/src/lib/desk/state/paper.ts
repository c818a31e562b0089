// Sheets to print: asked of the server, handed over as a file.

import { api } from '../net/api';
import type { PrintWish } from '../../types';

export type Paper = 'a4' | 'letter';
const KEY = 'grognard.paper';
const LETTER = /-(US|CA|MX|PH|CL|CO|VE|PR)\b/i;

/** The paper last chosen here, else the one people of this language mostly have. */
export function usualPaper(language = navigator.language): Paper {
  try {
    const kept = localStorage.getItem(KEY);
    if (kept === 'a4' || kept === 'letter') return kept;
  } catch {
    /* nothing can be kept here */
  }
  return LETTER.test(language) ? 'letter' : 'a4';
}

export function keepPaper(paper: Paper): void {
  try {
    localStorage.setItem(KEY, paper);
  } catch {
    /* nothing can be kept here */
  }
}

/** Have a sheet made, and give it to the browser as a file. */
export async function printed(book: string, wish: PrintWish): Promise<void> {
  const address = URL.createObjectURL(await api.print(book, wish));
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = `${[book, wish.what, wish.name].filter(Boolean).join('-')}.pdf`;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
