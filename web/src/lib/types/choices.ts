// What may be chosen, what would come of it, and the odds.

import type { OverlayKind, OverlayNote, Point, Pose } from './drawing';
import type { Tally } from './messages';

export interface Refusal {
  cite: string;
  words: string;
  /** where on the table it goes wrong, if a place can be shown */
  place?: Point | null;
}

interface OfferBase {
  verb: string;
  label: string;
  hint?: string;
  confirm?: boolean;
  /** what is laid over the table for the unit while this is chosen */
  shows?: OverlayKind;
  /** done unasked where nothing else can be chosen */
  alone?: boolean;
  /** lets a moment for cards go by: done unasked if every card that fits is held back */
  passes?: boolean;
  /** dragging a unit means this, or begins with it */
  drag?: boolean;
  /** goes one place on: several may be strung together */
  travels?: boolean;
}

export type Id = number | string;

export type Offer = OfferBase &
  (
    | { pick: 'button' }
    | { pick: 'unit'; ids: number[] }
    /** `names`: what the second halves are called where they are no units; `to`: they are places of the map */
    | { pick: 'pair'; from: [number, Noun[]][]; to?: 'cell'; names?: string[][] }
    /** `units`: whom each place stands for, where it is not a place on the map: a brigade's units */
    | { pick: 'cell'; ids: Id[]; names?: string[]; units?: number[][]; /** where each is on the table */ spots?: (Pose | null)[] }
    | { pick: 'card'; ids: Id[]; names?: string[] }
    | { pick: 'number'; low: number; high: number; step: number; unit: string; marks?: number[] | null }
    | { pick: 'split'; total: number; limits: [Id, number][] }
    | { pick: 'reach'; unit: number; region: Point[]; orders?: string[]; singles?: boolean; stays?: boolean; /** a spot is chosen, the unit stays */ aim?: boolean }
  );

export interface Ask {
  who: number[];
  prompt: string;
  cite: string;
  mine: boolean;
  offers: Offer[];
  barred: Record<string, Refusal>;
  /** the unit whose turn it is to act */
  about?: number | null;
}

/** Whatever a verb is said of: an id, a pair, a number, shares, legs; null for a button. */
export type Noun = null | number | string | Noun[];

/** One leg of a manoeuvre: its kind and amounts. */
export type Leg = [string, ...(number | string)[]];

/** x, y, facing and formation: where a dragged unit is to end. */
export type PlanPose = [number, number, number, string | null];

export interface OddsOutcome {
  values: Noun[];
  fraction: string;
  chance: number;
}

export interface Marginal {
  head: string;
  outcomes: OddsOutcome[];
  mean?: string;
}

/** The odds in a sentence: chances to win and to lose, what either side loses on average, hope and fear. */
export interface Verdict {
  won?: number | null;
  lost?: number | null;
  ours?: number | null;
  theirs?: number | null;
  hope?: { words: string; chance: number } | null;
  fear?: { words: string; chance: number } | null;
  mishap?: { words: string; chance: number } | null;
}

export interface Odds {
  heads: string[];
  outcomes: OddsOutcome[];
  marginals: Marginal[];
  tallies: Tally[];
  cites: string[];
  verdict?: Verdict | null;
}

export interface Preview {
  refusal: Refusal | null;
  preview?: Record<string, unknown> | null;
  /** Of the whole sequence the action starts, or of its first throw if the book cannot tell the whole. */
  odds: Odds | null;
  /** Of the first throw alone. */
  throw?: Odds | null;
  whole?: boolean;
}

/** Where a manoeuvre ends and what it costs; a book may tell less. */
export interface PlanPreview {
  end?: [number, number, number, ...unknown[]];
  body?: Point[];
  /** where every figure would stand, in the order of the piece's bases */
  bases?: Point[][];
  /** the ring round one of the figures that must hold them all */
  limit?: Limit | null;
  /** what each figure pays */
  costs?: number[];
  steps?: [string, number, string][];
  cost?: number | null;
  allowance?: number | null;
  difficult?: boolean;
  refusal?: Refusal | null;
  /** where every figure would stand: x, y and the radius of its base */
  spots?: [number, number, number][];
  /** of a shot: where it starts, where it is meant to land, how far it may stray, and who may be hit */
  from?: Point;
  mark?: { at: Point; words: string; cite?: string };
  rings?: { at: Point; radius: number; words: string; cite?: string }[];
  notes?: OverlayNote[];
}

export interface Limit {
  /** the figure it is drawn round */
  model: number;
  radius: number;
  words?: string;
  cite?: string;
}

/** A manoeuvre worth trying. */
export interface Way {
  legs: Leg[];
  preview: PlanPreview | null;
}

/** A place a unit can be sent to: the choices that lead there, what is left there, and what may happen before going on. */
export interface Journey {
  to: Id;
  acts: [string, Noun][];
  left?: string;
  stops?: string;
}

/** The answer to `plan`. */
export interface Plan {
  legs: Leg[] | null;
  preview?: PlanPreview | null;
  refusal: Refusal | null;
}
