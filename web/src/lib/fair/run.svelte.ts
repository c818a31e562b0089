// One run of games at the server: begun, asked after while it goes on, ended. It is found again after a short absence.

import { api, ApiError } from '../desk/net/api';
import type { FairRun, FairWish } from '../types/wire';

const KEPT = 'grognard.fair';
const EVERY = 700;

export type Wish = Partial<FairWish> & Pick<FairWish, 'book'>;

/** What a run is about, whatever the number of games: the same battle with the same armies and switches. */
export function subject(wish: Wish): string {
  return JSON.stringify([wish.book, wish.scenario ?? '', wish.battle ?? '', wish.options ?? {}, wish.armies ?? {}]);
}

interface Kept {
  id: string;
  about: string;
}

function kept(): Kept | null {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null');
    if (found && typeof found === 'object' && 'id' in found && 'about' in found) return found as Kept;
  } catch {
    // no storage, or somebody else's words in it
  }
  return null;
}

function keep(run: Kept | null): void {
  try {
    if (run) sessionStorage.setItem(KEPT, JSON.stringify(run));
    else sessionStorage.removeItem(KEPT);
  } catch {
    // without storage it is not found again, that is all
  }
}

export class Runner {
  told = $state.raw<FairRun | null>(null);
  fault = $state('');
  starting = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private about = '';

  get running(): boolean {
    return this.told !== null && ['waiting', 'playing', 'trying'].includes(this.told.state);
  }

  /** Begin; a run of ours about something else makes room. */
  async start(wish: Wish): Promise<void> {
    if (this.starting || this.running) return;
    this.starting = true;
    this.fault = '';
    this.about = subject(wish);
    try {
      const other = kept();
      if (other) await api.endFair(other.id).catch(() => undefined);
      this.hear(await api.fair(wish));
    } catch (error) {
      this.say(error);
    } finally {
      this.starting = false;
    }
  }

  /** Go on with a run about the same, if there is one; one about something else is nothing to us. */
  async find(wish: Wish): Promise<void> {
    const about = subject(wish);
    if (about === this.about) return;
    this.rest();
    this.about = about;
    this.told = null;
    this.fault = '';
    const found = kept();
    if (found?.about !== about) return;
    try {
      const told = await api.fairRun(found.id);
      if (this.about === about) this.hear(told);
    } catch {
      keep(null);
    }
  }

  async cancel(): Promise<void> {
    const id = this.told?.run;
    if (!id) return;
    try {
      this.hear(await api.endFair(id));
    } catch (error) {
      this.say(error);
    }
  }

  /** Ask no more; the server ends a run that nobody asks for. */
  rest(): void {
    clearTimeout(this.timer);
  }

  private hear(told: FairRun): void {
    this.told = told;
    keep({ id: told.run, about: this.about });
    this.rest();
    if (this.running) this.timer = setTimeout(() => void this.ask(told.run, this.about), EVERY);
  }

  private async ask(id: string, about: string): Promise<void> {
    try {
      const told = await api.fairRun(id);
      if (this.about === about) this.hear(told);
    } catch (error) {
      if (this.about !== about) return;
      // A moment without the server is no end; a run it does not know any more is.
      if (error instanceof ApiError && error.status === 404) {
        this.told = null;
        keep(null);
        this.say(error);
      } else this.timer = setTimeout(() => void this.ask(id, about), 4 * EVERY);
    }
  }

  private say(error: unknown): void {
    this.fault = error instanceof ApiError ? error.message || 'The server cannot be reached.' : String(error);
  }
}
