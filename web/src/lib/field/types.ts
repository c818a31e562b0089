/** The battlefield's own face to the desk. */

import type { Snippet } from 'svelte';
import type { Leg, Limit } from '../types';
import type { Ask, Board, MotionUpdate, Overlay, Point, Polygon, Pose, Preview, Refusal, View } from './wire';

/** What is being looked at and decided. All of it belongs to the desk; the field only draws it. */
export interface Selection {
  /** The unit chosen: ringed, named, brought to the front. For a `pair` offer it is the first of the pair. */
  unit?: number | null;
  /** Count only this verb's offer for highlights and clicks; null: all offers at once. */
  verb?: string | null;
  /** The place about to be chosen. */
  cell?: unknown;
  /** What the unit is about to do, and to whom: an arrow from one to the other. */
  pair?: readonly [number, number] | null;
  /** Others to point out softly, for example the units of a journal entry under the mouse. */
  others?: readonly number[];
}

/** What the desk knows about the place the player is trying; the answer of `plan` put beside the question. */
export interface Ghost {
  unit: number;
  pose: Pose;
  /** The order or formation chosen at the desk, shown as a word. */
  order?: string | null;
  legs?: Leg[] | null;
  preview?: Preview | null;
  refusal?: Refusal | null;
  /** True while the answer is awaited. */
  asking?: boolean;
  /** How the figures stood in the last answer that told. */
  group?: Group | null;
  /** The way-points set so far. */
  by?: readonly Point[];
  /** Why the way does not go straight, if nobody led it. */
  detour?: Refusal | null;
}

/** The figures of a unit, one by one, at a pose. */
export interface Group {
  pose: Pose;
  bases: readonly Polygon[];
  limit?: Limit | null;
  costs?: readonly number[] | null;
}

/** Single figures being set apart from the group. */
export interface Singles {
  /** whether the figures are being moved one by one now */
  on: boolean;
  /** the one in hand, by its number */
  model: number | null;
  /** those set apart: number, east and north of the ghost's place */
  moved: readonly (readonly [number, number, number])[];
}

/** Whether one sees along the tape as it lies. */
export interface Along {
  from: readonly [number, number];
  to: readonly [number, number];
  clear: boolean;
  words: string;
}

/** Where somebody left the table for good, and who. */
export interface Stone {
  unit: number;
  side: number;
  at: readonly [number, number];
  words: string;
}

export interface BattlefieldProps {
  board: Board;
  view: View;
  ask?: Ask | null;
  selection?: Selection;
  overlays?: Overlay | readonly Overlay[] | null;
  ghost?: Ghost | null;
  /** Null where the figures only move together. */
  singles?: Singles | null;
  /** Tell newcomers how things are done while they do them. */
  hints?: boolean;
  /** A line round where the unit that is moved may go. */
  region?: readonly (readonly [number, number])[];
  motion?: Motion | null;
  /** Marks for those who are gone. */
  stones?: readonly Stone[];
  /** A picture only: no gestures, no tab stops (scenario chooser, replay thumbnails). */
  still?: boolean;
  /** Releasing the mouse drops at once where the last answer allowed it; otherwise ✓ or Enter does. */
  quick?: boolean;
  /** Names under all units, not only at high zoom. */
  names?: boolean;
  /** What a screen reader calls the board. */
  label?: string;

  /** The pointer measures instead of choosing. */
  taping?: boolean;
  /** pixels at the top of the window that a tool bar takes */
  head?: number;
  /** The tape lies from here to there. */
  /** What is known of the line that was taped last. */
  along?: Along | null;
  ontape?: (from: readonly [number, number], to: readonly [number, number]) => void;
  /** Units whose drag is an order, whatever has to come before they may move. */
  pulls?: ReadonlySet<number>;
  /** Units that draw the eye: a lesson speaks of them. */
  pulses?: ReadonlySet<number>;
  /** Where the others went and whom they shot at in their last turn. */
  trails?: readonly { side: number; from: [number, number]; to: [number, number]; look: 'march' | 'shot' }[];
  /** Places the chosen unit can be sent to, and the way to the one being looked at. */
  journeys?: readonly { to: unknown; left?: string; stops?: string; path: readonly unknown[] }[];
  /** Units chosen together. */
  group?: ReadonlySet<number>;
  /** A unit was clicked with the shift key: one more of them, or one less. */
  onjoin?: (unit: number) => void;
  /** A box was drawn on the table. */
  onbox?: (from: readonly [number, number], to: readonly [number, number]) => void;
  /** Drawn beside a unit. */
  bubble?: { unit: number } | null;
  /** What is in it. */
  inBubble?: Snippet;
  /** Drawn over everything, in hundredths with y down: `u` is a pixel, `H` the table's height. With `data-own` a part of it hears the pointer instead of the table. */
  over?: Snippet<[{ u: number; H: number }]>;
  /** A unit was dragged to a place, or onto another. */
  onpull?: (unit: number, pose: Pose, target: number | null, by: readonly Point[]) => void;
  /** A unit was asked about: right click, long press, the menu key. */
  onmenu?: (unit: number) => void;
  /** A unit was chosen (click, Enter, Space); null: the empty table was clicked or Esc pressed. */
  onpick?: (unit: number | null) => void;
  /** The mouse or the focus is on a unit, or has left it. */
  onhover?: (unit: number | null) => void;
  /** Of a `pair` offer, with selection.unit as the first: its target was chosen. */
  onpair?: (unit: number, target: number) => void;
  /** The ghost moved; at most every 60 ms, and always once more where it rests. Answer by setting `ghost`. */
  ondrag?: (unit: number, pose: Pose) => void;
  /** The player wants this place. */
  ondrop?: (unit: number, pose: Pose) => void;
  /** The ghost was let go of here, to be looked at. */
  onrelease?: (unit: number, pose: Pose) => void;
  /** The ghost was given up (Esc, ✕). */
  oncancel?: (unit: number) => void;
  /** The way shall go by here, on from the last way-point. */
  onbend?: (unit: number, x: number, y: number) => void;
  /** A way-point was moved. */
  onbendto?: (unit: number, at: number, x: number, y: number) => void;
  /** A way-point was taken back; without a number, the last. */
  onunbend?: (unit: number, at?: number) => void;
  /** Single figures shall be moved, or the group again. */
  onadjust?: (on: boolean) => void;
  /** A single figure was chosen. */
  onmodel?: (model: number | null) => void;
  /** A single figure moved; as often as `ondrag`. */
  onmodeldrag?: (unit: number, model: number, x: number, y: number) => void;
  /** It was let go of here. */
  onmodelrelease?: (unit: number, model: number, x: number, y: number) => void;
  /** It shall stand with the group again. */
  onmodelback?: (model: number) => void;
  /** The open table was clicked, no reach being on offer. */
  onplace?: (x: number, y: number) => void;
  /** An area whose kind or label is offered by a `cell` offer was clicked. */
  oncell?: (id: unknown) => void;
}

/** What `bind:this` on a Battlefield gives. */
export interface BattlefieldHandle {
  /** The whole table in the window. */
  fit(): void;
  zoomBy(factor: number): void;
  /** Bring a unit to the middle. */
  show(unit: number): void;
  /** Put the keyboard focus on a unit (it is brought into the window). */
  focusUnit(unit: number): void;
}

/**
 * The queue of things to be seen. `play` an update in the same tick in which `view` is set to `update.view`:
 * until the queue is empty the field goes on drawing what the queue shows, then it draws `view` again.
 */
export interface Motion {
  play(update: MotionUpdate): Promise<void>;
  /** Finish everything at once. */
  skip(): void;
  /** Forget the queue, the fallen and the dice: a new game, or a jump in a replay. */
  reset(): void;
  /** 1 as designed, 2 twice as fast, 0 no motion at all. Reduced motion in the system counts as 0 for movement; dice are then shown still. */
  speed: number;
  readonly busy: boolean;
}

export interface MotionOptions {
  speed?: number;
  /** Which entries show what, by their `what`; added to the built-in reading of common words. */
  effects?: Record<string, Effect>;
}
export type Effect = 'shot' | 'aim' | 'charge' | 'none';
