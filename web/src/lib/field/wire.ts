/** What the server says, as far as the battlefield reads it: the shared types, with less demanded of them. */

import type * as wire from '../types';

export type {
  Area,
  AreaLook,
  Army,
  Board,
  Headgear,
  Livery,
  Offer,
  Overlay,
  OverlayLine,
  OverlayNote,
  OverlayShape,
  Piece,
  Point,
  Pose,
  Rail,
  RailLook,
  Refusal,
  Stand,
  Tag,
  Tone,
} from '../types';

export type Polygon = readonly wire.Point[];

/**
 * `extra` may hold `areas`, `rails` and `marks`: things that come and go during a game, drawn in the board's hand.
 * A mark is `{ at: [x, y], words?, note?, look?: 'flag' | 'spot', side? }`.
 */
export type View = Pick<wire.View, 'pieces' | 'sides'> & Partial<wire.View>;

export interface Mark {
  at: wire.Point;
  words?: string;
  /** said when it is pointed at */
  note?: string;
  look?: 'flag' | 'spot';
  side?: number | null;
}

export type Ask = Pick<wire.Ask, 'offers'> & Partial<wire.Ask>;

/** What `plan` answers in `preview`. Every field may be missing: the field draws what it gets. */
export interface Preview {
  end?: readonly [number, number, number, ...unknown[]] | null;
  body?: Polygon | null;
  /** Poses at the ends of the legs, from where the unit stands; else they are worked out from plain legs, else a straight line is drawn. */
  path?: readonly wire.Pose[] | null;
  /** words, cost, rule of each leg */
  steps?: readonly (readonly [string, number, string])[] | null;
  cost?: number | null;
  allowance?: number | null;
  difficult?: boolean;
  refusal?: wire.Refusal | null;
  /** where every figure would stand: x, y and the radius of its base */
  spots?: readonly (readonly [number, number, number])[] | null;
  /** of a shot: where it starts, where it is meant to land, how far it may stray, and who may be hit */
  from?: wire.Point | null;
  mark?: { at: wire.Point; words: string } | null;
  rings?: readonly { at: wire.Point; radius: number; words: string }[] | null;
  notes?: readonly wire.OverlayNote[] | null;
}

/** Dice that fell. `groups` (how many dice, lowest face that hits) or `hits` (one flag per die) mark the hits. */
export type DiceFall = Partial<Omit<wire.DiceFall, 'groups'>> & {
  groups?: readonly (readonly [number, number])[] | null;
  hits?: readonly boolean[] | null;
};

export type Entry = Pick<wire.Entry, 'what'> & Partial<wire.Entry>;

/** The part of an `update` that can be shown as motion. */
export interface MotionUpdate {
  view: View;
  action?: (Omit<wire.PlayedAction, 'dice'> & { dice?: DiceFall | null }) | null;
  entries?: readonly Entry[];
}
