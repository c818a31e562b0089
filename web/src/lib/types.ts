// What goes over the wire (docs/protocol.md) and what the two rooms of the client share.
// Lengths are whole hundredths of the book's unit, angles tenths of a degree clockwise from north, y grows north.

export type Point = [number, number];
/** x, y, facing */
export type Pose = [number, number, number];

// ---------------------------------------------------------------- drawings (grognard.engine.view)

export type AreaLook =
  | 'road'
  | 'water'
  | 'wood'
  | 'marsh'
  | 'field'
  | 'village'
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
}

export type RailLook = 'wall' | 'hedge' | 'bank' | 'gate' | 'stream' | 'edge';

export interface Rail {
  kind: string;
  look: RailLook;
  points: Point[];
  label?: string;
}

export interface Board {
  kind: 'table' | 'hex';
  width: number;
  height: number;
  unit: string;
  areas?: Area[];
  rails?: Rail[];
}

export type Tone = 'good' | 'bad' | 'plain';

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
  footprint: Point[];
  bases?: Point[][];
  figures?: number;
  full?: number;
  /** false: the unit has no front */
  front?: boolean;
  tags?: Tag[];
  leader?: boolean;
  /** default "on table" */
  status?: string;
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

// ---------------------------------------------------------------- choices

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
}

export type Id = number | string;

export type Offer = OfferBase &
  (
    | { pick: 'button' }
    | { pick: 'unit'; ids: number[] }
    | { pick: 'pair'; from: [number, Noun[]][] }
    | { pick: 'cell'; ids: Id[]; names?: string[] }
    | { pick: 'card'; ids: Id[]; names?: string[] }
    | { pick: 'number'; low: number; high: number; step: number; unit: string; marks?: number[] | null }
    | { pick: 'split'; total: number; limits: [Id, number][] }
    | { pick: 'reach'; unit: number; region: Point[]; orders?: string[] }
  );

export interface Ask {
  who: number[];
  prompt: string;
  cite: string;
  mine: boolean;
  offers: Offer[];
  barred: Record<string, Refusal>;
}

/** Whatever a verb is said of: an id, a pair, a number, shares, legs; null for a button. */
export type Noun = null | number | string | Noun[];

/** One leg of a manoeuvre: its kind and amounts. */
export type Leg = [string, ...(number | string)[]];

/** x, y, facing and formation: where a dragged unit is to end. */
export type PlanPose = [number, number, number, string | null];

// ---------------------------------------------------------------- dice and log

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
}

// ---------------------------------------------------------------- messages

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

// ---------------------------------------------------------------- odds

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

export interface Odds {
  heads: string[];
  outcomes: OddsOutcome[];
  marginals: Marginal[];
  tallies: Tally[];
  cites: string[];
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
  steps?: [string, number, string][];
  cost?: number | null;
  allowance?: number | null;
  difficult?: boolean;
  refusal?: Refusal | null;
}

/** A manoeuvre worth trying. */
export interface Way {
  legs: Leg[];
  preview: PlanPreview | null;
}

/** The answer to `plan`. */
export interface Plan {
  legs: Leg[] | null;
  preview?: PlanPreview | null;
  refusal: Refusal | null;
}

// ---------------------------------------------------------------- overlays

export type OverlayKind = 'range' | 'sight' | 'threat' | 'reach';

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

// ---------------------------------------------------------------- over HTTP

export interface ScenarioInfo {
  name: string;
  title: string;
  sides: string[];
  blurb: string;
}

export interface OptionInfo {
  name: string;
  type: 'flag' | 'whole' | 'words' | 'choice';
  default: unknown;
  words: string;
  cite?: string;
  choices?: unknown[];
}

/** A computer player: its name for the server, its title for people, how it plays. */
export interface AgentInfo {
  name: string;
  title: string;
  words: string;
}

export interface BookInfo {
  key: string;
  title: string;
  abbreviation: string;
  version: string;
  scenarios: ScenarioInfo[];
  options: OptionInfo[];
  /** the weakest first */
  agents: AgentInfo[];
}

export interface ScenarioDetail {
  title: string;
  blurb: string;
  sides: string[];
  board: Board;
  view: View;
  cards: Record<string, Row[]>;
}

export type Source = 'given' | 'found' | 'deduced' | 'invented';

export interface Rule {
  number: string;
  words: string;
  source: Source;
  ruling?: string;
  left_out?: string;
}

export interface Chapter {
  key?: string;
  title: string;
  rules: Rule[];
}

export interface TableSheet {
  title: string;
  cite: string;
  kind?: string;
  columns: string[];
  rows: { cells: string[]; cite: string; source?: Source; ruling?: string }[];
  notes?: string[];
}

export interface FieldInfo {
  name: string;
  kind: 'whole' | 'length' | 'flag' | 'choice';
  default: string | number | boolean | null;
  unit?: string;
  words: string;
  choices?: string[];
}

export interface SituationInfo {
  name: string;
  words: string;
  cite: string;
  fields: FieldInfo[];
}

export interface GuideCard {
  when: { verb?: string; step?: string; turn?: number };
  title: string;
  words: string;
  rules: string[];
}

export interface Reference extends BookInfo {
  labels: Record<string, { words: string; hint?: string; confirm?: boolean }>;
  phrases: Record<string, string>;
  tables: TableSheet[];
  chapters: Chapter[];
  situations: SituationInfo[];
  guide?: GuideCard[] | null;
}

/** The answer to a question about a situation, as `grognard odds --json` prints it. */
export interface SituationOdds {
  book: string;
  situation: string;
  words: string;
  cite: string;
  inputs: Record<string, unknown>;
  heads: string[];
  outcomes: { outcome: Noun[]; fraction: string; chance: number }[];
  marginals: Record<string, { values: { value: Noun; fraction: string; chance: number }[]; mean?: string; mean_float?: number }>;
  tallies: { throw: string; cite: string; base: number; base_words: string; lines: TallyLine[]; total: number }[];
  rules: Record<string, string>;
}

export interface NewGame {
  book: string;
  scenario: string;
  options: Record<string, unknown>;
  seats: { kind: 'here' | 'open' | 'agent'; agent?: string; name?: string }[];
  guide?: boolean;
}

export interface NewGameAnswer {
  game: string;
  seats: { side: number; token: string | null }[];
  watch: string;
}

export interface GameLine {
  game: string;
  token: string;
  book: string;
  scenario: string;
  title: string;
  side: number;
  sides: string[];
  turn: number | null;
  seq: number;
  headline: string;
  /** This seat is asked. */
  waiting: boolean;
  over: boolean;
  created: number;
  updated: number;
}

export interface Moment {
  seq: number;
  total: number;
  view: View;
  entries: Entry[];
  where: Crumb[];
  action: PlayedAction | null;
  outcome: Outcome | null;
}

/** All throws of one kind by one side: what they read and what they should have. */
export interface LuckLine {
  side: number | null;
  what: string;
  throws: number;
  read: number;
  expected: number;
  percentile: number | null;
}

export interface SideSum {
  side: number;
  name: string;
  units: number;
  units_left: number;
  figures: number;
  figures_left: number;
  choices: number;
}

export interface Summary {
  seq: number;
  turn: number | null;
  over: boolean;
  outcome: Outcome | null;
  score: Row[];
  sides: SideSum[];
  luck: LuckLine[];
  pips: LuckLine[];
  rules: { cite: string; words: string; count: number }[];
  seed_hash: string;
  seed: string | null;
  dice_from: number;
  created: number;
  updated: number;
}
