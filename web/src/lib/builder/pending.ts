// A list on its way from the workshop to the set-up page, written out as the server takes it.

export interface Fielded {
  book: string;
  title: string;
  text: string;
}

const KEY = 'grognard.fielded';
const MOST = 12;
let memory: Fielded[] = [];

function sound(one: unknown): one is Fielded {
  const kept = one as Fielded | null;
  return typeof kept === 'object' && kept !== null && [kept.book, kept.title, kept.text].every((part) => typeof part === 'string');
}

function read(): Fielded[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(sound) : [];
  } catch {
    return memory;
  }
}

/** Lists that were fielded since the browser was opened, the latest first. */
export function fielded(book: string): Fielded[] {
  return read().filter((one) => one.book === book);
}

export function field(list: Fielded): void {
  memory = [list, ...read().filter((one) => one.book !== list.book || one.title !== list.title)].slice(0, MOST);
  arriving = list;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(memory));
  } catch {
    /* private window: remembered until leaving */
  }
}

let arriving: Fielded | null = null;

/** The list somebody has just asked to play, once. */
export function arrived(book: string): Fielded | null {
  const found = arriving?.book === book ? arriving : null;
  if (found) arriving = null;
  return found;
}
