// What this person likes, kept in this browser.

const KEY = 'grognard.likes';

export type Theme = 'auto' | 'light' | 'dark';
/** The armies in what they wore, or in two colours that everybody can tell apart. */
export type Palette = 'worn' | 'plain';

export interface Likes {
  theme: Theme;
  palette: Palette;
  sounds: boolean;
  /** Cards that teach while playing, and small hints. */
  hints: boolean;
  /** Draw the curtain at every change of hands, even where nothing is hidden. */
  curtain: boolean;
  /** Names under all units. */
  names: boolean;
  /** 0 no motion, 1 as designed, 2 twice as fast, 4 hurried. */
  speed: number;
  /** Size of text, in per cent. */
  text: number;
  /** Single-letter shortcuts. */
  keys: boolean;
  /** Letting go of a dragged unit moves it at once. */
  quick: boolean;
  /** Guide cards already read, `book/number`. */
  read: string[];
  /** What to be called at an open seat. */
  name: string;
}

const DEFAULTS: Likes = {
  theme: 'auto',
  palette: 'worn',
  sounds: false,
  hints: true,
  curtain: false,
  names: false,
  speed: 1,
  text: 100,
  keys: true,
  quick: false,
  read: [],
  name: '',
};

function load(): Likes {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return { ...DEFAULTS, ...(typeof kept === 'object' && kept ? kept : {}) };
  } catch {
    return { ...DEFAULTS };
  }
}

export const likes: Likes = $state(load());

/** Write down every change; called once, inside the app. */
export function keepLikes(): void {
  $effect(() => {
    const text = JSON.stringify(likes);
    try {
      localStorage.setItem(KEY, text);
    } catch {
      /* private window: forget on leaving */
    }
  });
  $effect(() => {
    const root = document.documentElement;
    if (likes.theme === 'auto') root.removeAttribute('data-theme');
    else root.dataset.theme = likes.theme;
    if (likes.palette === 'worn') root.removeAttribute('data-palette');
    else root.dataset.palette = likes.palette;
    root.style.fontSize = likes.text === 100 ? '' : `${likes.text}%`;
  });
}
