// What is served over HTTP: books, scenarios, references, games, summaries.

import type { Noun } from './choices';
import type { Board, Row, View } from './drawing';
import type { Crumb, Entry, Outcome, PlayedAction, TallyLine } from './messages';

export interface ScenarioInfo {
  name: string;
  title: string;
  sides: string[];
  blurb: string;
  /** the computer player it is meant for; empty: the strongest */
  opponent?: string;
}

export interface OptionInfo {
  name: string;
  type: 'flag' | 'whole' | 'words' | 'choice';
  default: unknown;
  words: string;
  cite?: string;
  choices?: unknown[];
  /** what the choices are called, where their names are not for people */
  titles?: string[];
  /** the side whose army it chooses */
  side?: number | null;
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
  seats: { side: number; token: string | null; invitation: string | null }[];
  watch: string;
  /** Gives out and takes back invitations; opens no seat. */
  host: string;
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

/** How the sides stood when a turn began; the last: how the game stands. */
export interface TurnSum {
  turn: number;
  seq: number;
  figures: number[];
  scores: string[];
}

/** A unit that is gone, and the last that was told of it. */
export interface Lost {
  unit: number;
  side: number;
  name: string;
  seq: number;
  words: string;
  cite: string;
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
  course: TurnSum[];
  lost: Lost[];
  seed_hash: string;
  seed: string | null;
  dice_from: number;
  created: number;
  updated: number;
}
