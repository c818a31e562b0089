// What the server says over the socket: frames, dice, the journal.

import type { Ask, Noun } from './choices';
import type { Board, View } from './drawing';

export interface TallyLine {
  value: number;
  words: string;
  cite: string;
}

export interface Tally {
  base: number;
  words: string;
  lines: TallyLine[];
  total: number;
}

/** Dice that are due. */
export interface ThrowInfo {
  what: string;
  cite: string;
  dice: string;
  side: number | null;
  unit?: number | null;
  tallies?: Tally[];
}

/** Dice that fell; faces and reading are null for whoever may not know them. */
export interface DiceFall {
  throw: string;
  cite: string;
  faces: (number | string)[] | null;
  sides: number;
  reading: Noun;
  tally: Tally[];
  side: number | null;
  unit: number | null;
  /** how many dice, and the lowest face that hits; empty where no hits are counted */
  groups?: [number, number][];
  /** the reading in the book's words, where it has some */
  words?: string;
  /** who throws, and at whom */
  about?: string;
}

/** One action: a side's choice, or dice. */
export interface PlayedAction {
  side?: number | null;
  verb?: string | null;
  noun?: Noun;
  dice?: DiceFall | null;
  undone?: boolean;
  redone?: boolean;
  /** This seat may not know what was chosen. */
  hidden?: boolean;
}

export interface Entry {
  seq: number;
  cite: string;
  what: string;
  facts: Record<string, unknown>;
  words: string;
}

export interface Crumb {
  title: string;
  cite: string;
}

export interface Outcome {
  winner: number | null;
  words: string;
  cite: string;
  scores?: number[];
}

export interface Seat {
  side: number;
  kind: 'here' | 'open' | 'agent';
  name: string;
  agent: string | null;
  online: boolean;
  thinking: boolean;
  /** Somebody has taken it; an open seat waits for its invitation to be claimed. */
  claimed: boolean;
}

export interface Frame {
  seq: number;
  /** How often something was taken back so far. */
  undos: number;
  view: View;
  ask: Ask | null;
  throw: ThrowInfo | null;
  where: Crumb[];
  seats: Seat[];
  can_undo: boolean;
  can_redo: boolean;
  outcome: Outcome | null;
  seed: string | null;
}

export interface Sync extends Frame {
  type: 'sync';
  game: string;
  book: string;
  scenario: string;
  side: number | null;
  sides: string[];
  board: Board;
  log: Entry[];
  /** The log holds the entries after this action. */
  log_after: number;
  seed_hash: string;
  /** Actions before this one were played elsewhere: their dice do not come from the seed. */
  dice_from: number;
  options: Record<string, unknown>;
  guide: boolean;
  /** Whether the book hides something from somebody. */
  hides: boolean;
}

export interface Update extends Frame {
  type: 'update';
  action: PlayedAction;
  entries: Entry[];
}

/** Somebody came or went. */
export interface SeatsMessage {
  type: 'seats';
  seats: Seat[];
}

export interface ServerError {
  type: 'error';
  id: number | null;
  code: string;
  message: string;
  cite?: string | null;
}
