/** What the server says, as far as the battlefield reads it (docs/protocol.md). Structural: any wider type fits. */

export type Point = readonly [number, number];
export type Pose = readonly [x: number, y: number, facing: number];
export type Polygon = readonly Point[];

export type AreaLook =
  | "road"
  | "water"
  | "wood"
  | "marsh"
  | "field"
  | "village"
  | "work"
  | "hill"
  | "bridge"
  | "zone"
  | "open";
export type RailLook = "wall" | "hedge" | "bank" | "gate" | "stream" | "edge";
export type Tone = "good" | "bad" | "plain";

export interface Area {
  kind: string;
  look: AreaLook;
  poly: Polygon;
  label?: string;
  note?: string;
}

export interface Rail {
  kind: string;
  look: RailLook;
  points: Polygon;
  label?: string;
}

export interface Board {
  kind: "table" | "hex";
  width: number;
  height: number;
  unit: string;
  areas?: readonly Area[];
  rails?: readonly Rail[];
}

export interface Tag {
  words: string;
  cite: string;
  tone?: Tone;
}

export interface Piece {
  id: number;
  side: number;
  name: string;
  arm: string;
  glyph: string;
  pose: Pose;
  footprint: Polygon;
  bases?: readonly Polygon[];
  figures?: number;
  full?: number;
  /** Whether it has a front to show; default true. */
  front?: boolean;
  tags?: readonly Tag[];
  leader?: boolean;
  /** "on table" (the default) or a word for where else it is. */
  status?: string;
}

export interface View {
  side?: number | null;
  sides: readonly string[];
  pieces: readonly Piece[];
  /** The battlefield also draws `areas`, `rails` and `marks` found here: things that come and go during a game. */
  extra?: Record<string, unknown>;
}

export interface Refusal {
  cite: string;
  words: string;
  place?: Point | null;
}

interface OfferBase {
  verb: string;
  label?: string;
  hint?: string;
}
export type Offer = OfferBase &
  (
    | { pick: "button" }
    | { pick: "unit"; ids: readonly number[] }
    | { pick: "pair"; from: readonly (readonly [number, readonly unknown[]])[] }
    | { pick: "cell"; ids: readonly unknown[] }
    | { pick: "card"; ids: readonly unknown[] }
    | { pick: "number"; low: number; high: number; step: number; unit?: string }
    | { pick: "split"; total: number; limits: readonly (readonly [unknown, number])[] }
    | { pick: "reach"; unit: number; region: Polygon }
  );

export interface Ask {
  mine?: boolean;
  offers: readonly Offer[];
}

/** What `plan` answers in `preview`. Every field may be missing: the field draws what it gets. */
export interface Preview {
  end?: readonly [number, number, number, ...unknown[]];
  body?: Polygon;
  /** Poses at the ends of the legs, from where the unit stands; else a straight line is drawn. */
  path?: readonly Pose[];
  /** words, cost, rule of each leg */
  steps?: readonly (readonly [string, number, string])[];
  cost?: number | null;
  allowance?: number | null;
  difficult?: boolean;
  refusal?: Refusal | null;
}

export interface OverlayShape {
  look: "half range" | "range" | "arc" | "reach" | "threat";
  poly: Polygon;
  label?: string;
  cite?: string;
}
export interface OverlayLine {
  from: Point;
  to: Point;
  clear: boolean;
  blocker?: string | null;
  at?: Point | null;
  unit?: number | null;
  cite?: string;
}
export interface OverlayNote {
  unit: number;
  words: string;
  chance?: string | number | null;
  cite?: string;
}
export interface Overlay {
  shapes?: readonly OverlayShape[];
  lines?: readonly OverlayLine[];
  notes?: readonly OverlayNote[];
}

/** `update.action.dice`. `groups` (how many dice, lowest face that hits) or `hits` (one flag per die) mark the hits. */
export interface DiceFall {
  throw?: string;
  faces?: readonly (number | string)[] | null;
  reading?: unknown;
  side?: number | null;
  unit?: number | null;
  sides?: number;
  groups?: readonly (readonly [number, number])[];
  hits?: readonly boolean[];
  words?: string;
  cite?: string;
}

export interface Entry {
  what: string;
  facts?: Record<string, unknown>;
  words?: string;
  cite?: string;
}

/** The part of an `update` that can be shown as motion. */
export interface MotionUpdate {
  view: View;
  action?: { side?: number | null; verb?: string; noun?: unknown; dice?: DiceFall | null } | null;
  entries?: readonly Entry[];
  undone?: boolean;
}
