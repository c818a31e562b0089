// What somebody made and keeps in this browser, the latest first; and the same packed into the letters of an address.

export interface Kept {
  id: string;
  book: string;
  /** When it was last changed. */
  changed: number;
}

const MOST = 200;
/** What is written out is no longer than this; whatever is longer was never made here. */
export const LONGEST = 60_000;

export class Shelf<T extends Kept> {
  #memory: T[] | null = null;

  constructor(
    readonly key: string,
    /** Whether something found in the store is what we once put there. */
    readonly sound: (one: T) => boolean,
  ) {}

  all(): T[] {
    if (this.#memory) return this.#memory;
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(this.key) ?? '[]');
      return Array.isArray(kept) ? (kept as (T | null)[]).filter((one): one is T => this.#ours(one)) : [];
    } catch {
      return [];
    }
  }

  #ours(one: T | null): boolean {
    return typeof one === 'object' && one !== null && typeof one.id === 'string' && typeof one.book === 'string' && this.sound(one);
  }

  #write(all: T[]): void {
    try {
      localStorage.setItem(this.key, JSON.stringify(all));
      this.#memory = null;
    } catch {
      this.#memory = all; // private window: forgotten on leaving
    }
  }

  ofBook(book: string): T[] {
    return this.all()
      .filter((kept) => kept.book === book)
      .sort((a, b) => b.changed - a.changed);
  }

  find(id: string): T | undefined {
    return this.all().find((kept) => kept.id === id);
  }

  keep(kept: T): void {
    this.#write([kept, ...this.all().filter((one) => one.id !== kept.id)].slice(0, MOST));
  }

  forget(id: string): void {
    this.#write(this.all().filter((one) => one.id !== id));
  }
}

export function newId(): string {
  return crypto.getRandomValues(new Uint32Array(2)).reduce((text, part) => text + part.toString(36), '');
}

function base64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));
}

/** The whole of it as letters for an address. */
export async function packed(made: Record<string, unknown>): Promise<string> {
  const stream = new Blob([JSON.stringify(made)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return base64(new Uint8Array(await new Response(stream).arrayBuffer()));
}

/** What an address holds; null if that is nothing, or something far too large. */
export async function unpacked(text: string): Promise<Record<string, unknown> | null> {
  if (!/^[\w-]{1,40000}$/.test(text)) return null;
  try {
    const reader = new Blob([bytes(text)]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let size = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > LONGEST) {
        await reader.cancel();
        return null;
      }
      parts.push(value as Uint8Array<ArrayBuffer>);
    }
    const made: unknown = JSON.parse(await new Blob(parts).text());
    return typeof made === 'object' && made !== null && !Array.isArray(made) ? (made as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Hand a text over as a file. */
export function download(text: string, title: string, ending: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = `${title.replace(/[^\p{L}\p{N}]+/gu, '_').slice(0, 40) || 'list'}.${ending}`;
  anchor.click();
  URL.revokeObjectURL(address);
}
