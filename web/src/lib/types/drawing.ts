// What is drawn: the board, the pieces, overlays (grognard.engine.view).

export type Point = [number, number];
/** x, y, facing */
export type Pose = [number, number, number];

export type AreaLook =
  | 'road'
  | 'water'
  | 'wood'
  | 'marsh'
  | 'field'
  | 'village'
  | 'house'
  | 'work'
  | 'hill'
  | 'bridge'
  | 'zone'
  | 'open';

export interface Area {
  kind: string;
  look: AreaLook;
  poly: Point[];
  label?: string;
  note?: string;
  /** what a choice of places calls it */
  cell?: number | string | null;
  /** what the log calls it, written small on the map */
  number?: string;
}

export type RailLook = 'wall' | 'hedge' | 'bank' | 'gate' | 'stream' | 'edge';

export interface Rail {
  kind: string;
  look: RailLook;
  points: Point[];
  label?: string;
}

export type Headgear =
  | 'shako' | 'bearskin' | 'bonnet' | 'busby' | 'bicorne' | 'helmet' | 'tarleton' | 'czapka' | 'round' | 'cap'
  | 'turban' | 'pith' | 'slouch' | 'fez' | 'cone' | 'band' | 'scarf' | 'hood' | 'bare';

/** How a figure is drawn; colours are `#rrggbb`, empty: there is no such thing. */
export interface Livery {
  key: string;
  coat: string;
  facings: string;
  legs?: string;
  head?: Headgear;
  /** the colour of what is on the head */
  crown?: string;
  plume?: string;
  belts?: string;
  pack?: string;
  /** a cuirass */
  plate?: string;
  skin?: string;
  weapon?: 'musket' | 'rifle' | 'lance' | 'sabre' | 'spear' | 'sword' | 'bow' | 'none';
  horse?: string;
  /** its colour and that of its marks */
  shield?: string[];
}

export interface Army {
  colour: string;
  /** a pattern, and the colours in it */
  flag: string[];
}

export interface Board {
  kind: 'table' | 'hex';
  width: number;
  height: number;
  unit: string;
  areas?: Area[];
  rails?: Rail[];
  /** the colours of each side */
  armies?: Army[];
  /** what units wear */
  liveries?: Livery[];
}

/** good news, bad news, neither, or spent: it has had its turn */
export type Tone = 'good' | 'bad' | 'plain' | 'spent';

export interface Tag {
  words: string;
  cite: string;
  tone?: Tone;
  /** the same in a few letters, for where there is little room */
  short?: string;
}

/** Who leads a unit. */
export interface Face {
  name: string;
  words?: string;
  cite?: string;
  /** the base he stands on */
  base?: number | null;
}

/** Who or what stands on a base that is no bigger than one figure. */
export type Stand = 'man' | 'officer' | 'escort' | 'guide' | 'musician' | 'flag' | 'gun' | 'wagon';

export interface Piece {
  id: number;
  side: number;
  name: string;
  arm: string;
  glyph: string;
  pose: Pose;
  footprint: Point[];
  bases?: Point[][];
  /** where every figure has a base of its own: who stands on each */
  stands?: Stand[];
  figures?: number;
  full?: number;
  /** false: the unit has no front */
  front?: boolean;
  tags?: Tag[];
  leader?: boolean;
  face?: Face | null;
  /** what it wears, by its name in the board's liveries */
  livery?: string;
  /** only its owner knows of it */
  hidden?: boolean;
  /** default "on table" */
  status?: string;
  /** the body it belongs to, a brigade */
  group?: string;
}

export interface Row {
  label: string;
  value: string;
  cite?: string;
}

export interface View {
  book: string;
  scenario: string;
  side: number | null;
  sides: string[];
  headline: string;
  pieces: Piece[];
  score?: Row[];
  extra?: Record<string, unknown>;
}

export type OverlayKind = 'range' | 'sight' | 'threat' | 'reach' | 'aim';

export interface OverlayShape {
  look: 'half range' | 'range' | 'arc' | 'reach' | 'threat';
  poly: Point[];
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
  chance?: number | string | null;
  cite?: string;
}

export interface Overlay {
  shapes?: OverlayShape[];
  lines?: OverlayLine[];
  notes?: OverlayNote[];
}
