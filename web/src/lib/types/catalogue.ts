// What is served over HTTP: books, scenarios, references, games, summaries; the server's own types by the names the client uses.

import type { Noun, ReferenceOf, RuleOf, TallyLine } from './wire';

export type {
  About,
  AgentOf as AgentInfo,
  BookOf as BookInfo,
  ChapterOf as Chapter,
  ClockWish,
  Draft,
  DraftTold,
  FairRun,
  FairWish,
  GameMade as NewGameAnswer,
  Judged,
  Judgement,
  Kit,
  KitField,
  KitOffer,
  KitSection,
  Lesson,
  LessonStep,
  Listed as GameLine,
  ListWish,
  Lost,
  LuckLine,
  Measured,
  Moment,
  NewGame,
  OptionOf as OptionInfo,
  PrintWish,
  Prospect as ScenarioDetail,
  RuleOf as Rule,
  ScenarioOf as ScenarioInfo,
  SideSum,
  Summary,
  TableOf as TableSheet,
  Term,
  Turning,
  TurnSum,
} from './wire';

export type Source = RuleOf['source'];

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

export interface Reference extends Omit<ReferenceOf, 'situations' | 'guide'> {
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
