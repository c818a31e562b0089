// Written by `python -m tests.tools.typescript` from the types of the server; a test compares the two.

/** Whatever a verb is said of: an id, a pair, a number, shares, legs; null for a button. */
export type Noun = null | number | string | Noun[];
/** What a place, a card or a share goes by. */
export type Id = number | string;
/** One leg of a manoeuvre: its kind and amounts. */
export type Leg = [string, ...(number | string)[]];
export type OverlayKind = 'range' | 'sight' | 'threat' | 'reach' | 'aim';

/** Date, place, length and difficulty of a battle, and how fair it is as far as that was measured. */
export interface About {
  date?: string;
  place?: string;
  /** Whether no such fight is known: date and place then say where it could have been. */
  imagined?: boolean;
  /** About how long a person takes against the computer; 0: nobody has said. */
  minutes?: number;
  /** How much of the book one has to know to play it well. */
  difficulty?: '' | 'easy' | 'hard' | 'middling';
  measured?: Measured | null;
}

/** My choice. */
export interface Act {
  type: 'act';
  id: number | string;
  seq: number;
  verb: string;
  noun?: Noun;
}

/** What was tried to help the weaker side, and what evens the battle out as far as so many games can tell. */
export interface Advised {
  side: number;
  /** The advice in a sentence; it says so if nothing was found. */
  words: string;
  best: Trial | null;
  trials: Trial[];
}

/** The same battle once more, on the same sides or on the others'; said of what another has wished, it begins. Or: no. */
export interface Again {
  type: 'again';
  id: number | string;
  answer: 'changed' | 'no' | 'same';
}

/** A wish to play the battle again, on the same sides or changed; `game` once it has begun. */
export interface AgainOf {
  by: number;
  changed: boolean;
  game?: string | null;
}

/** A computer player: its name for us, its title for people, and how it plays. */
export interface AgentOf {
  name: string;
  title: string;
  words: string;
  /** Whether it is the one to take if nobody else is wished or meant. */
  usual?: boolean;
  /** How strong it is in this book, as chess players count; nothing if it was not measured. */
  elo?: number | null;
  /** The battle in which that was measured. */
  measured_in?: string;
}

/** Ground to draw: a polygon of one kind. `look` is a drawing style, never a rule. */
export interface Area {
  kind: string;
  look: 'bridge' | 'field' | 'hill' | 'house' | 'marsh' | 'open' | 'road' | 'village' | 'water' | 'wood' | 'work' | 'zone';
  poly: [number, number][];
  label?: string;
  note?: string;
  /** What a choice of places calls it, so that it can be pointed at. */
  cell?: number | string | null;
  /** What the log calls it, written small on the map: a hex's number. */
  number?: string;
}

/** The colour a whole side goes by, and its flag: a pattern and the colours in it. */
export interface Army {
  colour: string;
  flag: string[];
}

/** What is waited for. Offers go to the side that is asked, and to nobody else. */
export interface AskOf {
  who: number[];
  prompt: string;
  cite: string;
  mine: boolean;
  offers: Offer[];
  barred: Record<string, Reason>;
  /** The unit whose turn it is to act. */
  about?: number | null;
  /** The units the prompt speaks of by name. */
  named?: number[];
}

/** What the games played so far say about a battle. */
export interface Balance {
  /** How many there were to be. */
  games: number;
  played: number;
  drawn: number;
  unfinished: number;
  sides: SideShare[];
  /** How many games ended in which turn. */
  turns: [number, number][];
  mean_turns: number | null;
  decided: Cause[];
  /** Rules that the journal or the sum of a throw cites, those of the most games first. */
  met: RuleUsed[];
  /** Rules of the book that could come up in a game, and were not cited. */
  unmet: string[];
  standing: 'fair' | 'hard' | 'leaning' | 'nothing' | 'unclear';
  verdict: string;
}

/** A battle to begin with. */
export interface BattleBlank {
  title: string;
  battle: Record<string, unknown>;
}

/** What is wrong with a battle, by which rule, and in which row of which section. */
export interface BattleFault {
  words: string;
  cite: string;
  at?: [string, number] | null;
}

/** All one needs to make a battle of a book. */
export interface BattleKit {
  shape: 'hex' | 'table';
  /** What lengths are counted in. */
  unit: string;
  head: KitField[];
  sections: BattleSection[];
  kinds: GroundKind[];
  blanks: BattleBlank[];
  lists: BattleList[];
  /** The rule its battles rest on, where nothing narrower is at fault. */
  cite?: string;
}

/** One of the book's armies, with what can be placed of it. */
export interface BattleList {
  name: string;
  title: string;
  points: number;
  units: BattleUnit[];
}

/** A draft with its table before the first move; null while it cannot be laid out. */
export interface BattleLooked {
  battle: Record<string, unknown>;
  text: string;
  faults: BattleFault[];
  picture?: Prospect | null;
}

/** A battle as data, and the whole text of its file. */
export interface BattleOf {
  battle: Record<string, unknown>;
  text: string;
}

/** A part of a battle file: rows, or a single table. */
export interface BattleSection {
  key: string;
  title: string;
  fields: KitField[];
  /** The rule it rests on. */
  cite?: string;
  least?: number;
  /** The fewest and most rows. */
  most?: number;
  /** Whether it is one table instead of rows. */
  single?: boolean;
  /** The field in which no two rows may be alike. */
  distinct?: string;
  words?: string;
}

/** A unit of a list that may be given a place. */
export interface BattleUnit {
  id: string;
  name: string;
  words?: string;
  group?: string;
  orders?: string[];
}

/** A battle to look at: as data, or written out. */
export interface BattleWish {
  battle?: Record<string, unknown> | null;
  text?: string | null;
}

/** The table itself; never changes during a game. */
export interface Board {
  kind: 'hex' | 'table';
  width: number;
  height: number;
  unit: string;
  areas?: Area[];
  rails?: Rail[];
  /** The colours of each side. */
  armies?: Army[];
  /** What units wear; a piece names its own. Sent once, with the board. */
  liveries?: Livery[];
  /** What the strength of a unit is counted in. */
  men?: string;
  /** How many times shorter than told a length is on the table of this game: 2 at half scale. */
  shrunk?: number;
}

/** A book on the shelf. */
export interface BookOf {
  key: string;
  title: string;
  abbreviation: string;
  version: string;
  scenarios: ScenarioOf[];
  options: OptionOf[];
  /** The weakest first. */
  agents: AgentOf[];
  /** The scenario to learn the book by; empty: there is no lesson. */
  first_battle?: string;
  /** The pages it has nothing for: no army lists, no battles of one's own, no situations to be reckoned. */
  lacks?: ('armies' | 'battles' | 'odds')[];
}

/** A verb that needs no noun. */
export interface ButtonOffer {
  pick: 'button';
  verb: string;
  label: string;
  hint?: string;
  /** Whether to ask again, because it cannot be undone. */
  confirm?: boolean;
  /** Whether it is done unasked where nothing else can be chosen. */
  alone?: boolean;
  /** Whether it lets a moment for cards go by: done unasked if every card that fits is held back. */
  passes?: boolean;
  /** Whether dragging a unit means this, or begins with it. */
  drag?: boolean;
  /** Whether it goes one place on: several may be strung together. */
  travels?: boolean;
  /** What is laid over the table for the unit while this is chosen. */
  shows?: OverlayKind;
}

/** To card. */
export interface CardAnswer {
  type: 'answer';
  id: number | string;
  rows: Row[];
}

/** A unit's card. */
export interface CardOf {
  type: 'card';
  id: number | string;
  unit: number;
}

/** One card out of a hand. */
export interface CardOffer {
  pick: 'card';
  verb: string;
  label: string;
  hint?: string;
  /** Whether to ask again, because it cannot be undone. */
  confirm?: boolean;
  /** Whether it is done unasked where nothing else can be chosen. */
  alone?: boolean;
  /** Whether it lets a moment for cards go by: done unasked if every card that fits is held back. */
  passes?: boolean;
  /** Whether dragging a unit means this, or begins with it. */
  drag?: boolean;
  /** Whether it goes one place on: several may be strung together. */
  travels?: boolean;
  /** What is laid over the table for the unit while this is chosen. */
  shows?: OverlayKind;
  ids: Id[];
  names?: string[];
  units?: number[][];
  spots?: ([number, number, number] | null)[];
}

/** What decided games: in words, by which rule, how often each side won so and how often nobody did. */
export interface Cause {
  words: string;
  cite: string;
  won: number[];
  drawn: number;
}

/** One place out of some. */
export interface CellOffer {
  pick: 'cell';
  verb: string;
  label: string;
  hint?: string;
  /** Whether to ask again, because it cannot be undone. */
  confirm?: boolean;
  /** Whether it is done unasked where nothing else can be chosen. */
  alone?: boolean;
  /** Whether it lets a moment for cards go by: done unasked if every card that fits is held back. */
  passes?: boolean;
  /** Whether dragging a unit means this, or begins with it. */
  drag?: boolean;
  /** Whether it goes one place on: several may be strung together. */
  travels?: boolean;
  /** What is laid over the table for the unit while this is chosen. */
  shows?: OverlayKind;
  ids: Id[];
  names?: string[];
  /** Whom each place stands for, where it is not a place on the map: a brigade's units. */
  units?: number[][];
  /** Where each is on the table. */
  spots?: ([number, number, number] | null)[];
}

/** One outcome with its exact chance. */
export interface Chance {
  values: Noun[];
  fraction: string;
  chance: number;
}

/** One chapter. */
export interface ChapterOf {
  title: string;
  rules: RuleOf[];
}

/** The other's time is up: the victory is mine. */
export interface Claim {
  type: 'claim';
  id: number | string;
}

/** A seat taken by its invitation, with a token that nobody else has ever had. */
export interface Claimed {
  side: number;
  token: string;
}

/** The clock as it stands now: seconds left to each side (0: its flag has fallen), and for whom it runs. */
export interface ClockOf {
  wish: ClockWish;
  left: number[];
  running: number[];
}

/** What is agreed on time: minutes a side and seconds more whenever the question passes on, or days for each answer. */
export interface ClockWish {
  minutes?: number;
  seconds?: number;
  days?: number;
}

/** Where we are in the sequence of play. */
export interface Crumb {
  title: string;
  cite: string;
}

/** Dice that fell; faces and reading are null for whoever may not know them. `groups` holds (how many dice, lowest face that hits) where hits are counted, `words` the reading in the book's own words where it has some, `about` who throws and at whom. */
export interface DiceOf {
  throw: string;
  cite: string;
  faces: Id[] | null;
  sides: number;
  reading: Noun;
  tally: TallyOf[];
  side: number | null;
  unit: number | null;
  groups?: [number, number][];
  words?: string;
  about?: string;
}

/** To act, undo, redo, hurry, ping and what is said beside the rules: it is done and kept; the game stands at `seq`. */
export interface Done {
  type: 'answer';
  id: number | string;
  seq: number;
}

/** A list that was looked at: filled in, written out, priced, and what is wrong with it. */
export interface Draft {
  list: Record<string, unknown>;
  text: string;
  points: number;
  /** By the way to a row: "unit/3", "brigade/0/unit/2". */
  prices: Record<string, number>;
  faults: DraftFault[];
  /** What the points went into. */
  shares?: [string, number][];
  /** What else is to be said of a row, by the way to it. */
  told?: Record<string, DraftTold>;
}

/** What is wrong with a draft, and by which rule. */
export interface DraftFault {
  words: string;
  cite: string;
}

/** What dice or numbers of a row come to, and by which rule. */
export interface DraftTold {
  words: string;
  cite: string;
}

/** A draw: offered, agreed to, declined, or the offer taken back. */
export interface Draw {
  type: 'draw';
  id: number | string;
  answer: 'agree' | 'decline' | 'offer' | 'withdraw';
}

/** One line of the journal; `seq` is the action that caused it, 0 for the opening. `announces`: it only says what its unit is about to do. */
export interface EntryOf {
  seq: number;
  cite: string;
  what: string;
  facts: Record<string, unknown>;
  words: string;
  announces?: boolean;
}

/** Who leads a unit: his name, what is to be known of him, and on which of its bases he stands. */
export interface Face {
  name: string;
  words?: string;
  cite?: string;
  base?: number | null;
}

/** How a run of games stands. `run` is its name: whoever has it may ask after it and end it. */
export interface FairRun {
  run: string;
  state: 'cancelled' | 'cut' | 'done' | 'failed' | 'playing' | 'trying' | 'waiting';
  /** Why it is over, where that is not plain. */
  words: string;
  balance: Balance;
  /** What is being tried to even it out, in words. */
  trying: string;
  /** How many games of that are played. */
  tried: number;
  advised: Advised | null;
}

/** A battle to be fought many times between equal computer players: one of the book's, or one of one's own as TOML. */
export interface FairWish {
  book: string;
  scenario?: string | null;
  battle?: string | null;
  options?: Record<string, unknown>;
  /** For sides counted from 1: one of the book's lists by its name, or one written out as TOML. */
  armies?: Record<string, string>;
  games?: number;
  agent?: string;
  seed?: number;
  /** Whether to look for what would even it out. */
  suggest?: boolean;
}

/** A unit that has left the table: where it stood last, and the last that was told of it. */
export interface Fallen {
  unit: number;
  side: number;
  name: string;
  at: [number, number];
  words: string;
}

/** A question or an action that failed; `id` is null if the message had none we could read. */
export interface Fault {
  type: 'error';
  id: number | string | null;
  code: string;
  message: string;
  cite?: string | null;
  place?: [number, number] | null;
}

/** Something hoped or feared, about "you" and "they", with its chance. */
export interface Feared {
  words: string;
  chance: number;
}

/** A game begun. `watch` is its address for onlookers, `host` the token of whoever began it: it opens no seat, it gives out and takes back invitations. */
export interface GameMade {
  game: string;
  seats: SeatGiven[];
  watch: string;
  host: string;
}

/** A kind of ground: what it is called, and how its shape is written. */
export interface GroundKind {
  kind: string;
  words: string;
  cite: string;
  shape?: 'area' | 'hex' | 'line';
  /** The fields one of which holds its shape. */
  by?: string[];
  /** Fields that only such ground has. */
  more?: string[];
}

/** Whether the server is well. */
export interface Health {
  ok: boolean;
  version: string;
  /** What is not well, in words. */
  wrong?: string[];
  writes_waiting?: number;
  questions_waiting?: number;
}

/** Who I am and how far I have come. Said again, it changes seats: two people at one screen. */
export interface Hello {
  type: 'hello';
  token?: string | null;
  since?: number | null;
  /** `undos` of the last frame seen; the log is sent from `since` on only if it is still the same. */
  undos?: number | null;
}

/** To hint: what an officer would weigh. */
export interface HintAnswer {
  type: 'answer';
  id: number | string;
  weighed: Weighed;
}

/** What would an officer do in my place, by what I may know? */
export interface HintOf {
  type: 'hint';
  id: number | string;
}

/** Let the computer player that is thinking choose by what it knows so far, and briskly until somebody else is asked. */
export interface Hurry {
  type: 'hurry';
  id: number | string;
}

/** The one-time code of a link to a seat. */
export interface Invitation {
  invitation: string;
  /** What to call whoever comes. */
  name?: string | null;
}

/** An open seat with its new invitation; null if there is none any more. */
export interface Invited {
  side: number;
  invitation: string | null;
}

/** A place, the choices that lead there, what is left to spend there, and what may happen before going on. */
export interface Journey {
  to: Id;
  acts: [string, Noun][];
  left?: string;
  stops?: string;
}

/** To journeys: every place, with the choices that lead there. */
export interface JourneysAnswer {
  type: 'answer';
  id: number | string;
  journeys: Journey[];
}

/** Where can a unit be sent, over as many places as it takes? */
export interface JourneysOf {
  type: 'journeys';
  id: number | string;
  unit: number;
}

/** What the computer thought of the battle after an action: the first side's chance to win. */
export interface Judged {
  seq: number;
  turn: number | null;
  chance: number;
}

/** The computer's judgement over a finished battle. `fitted`: its chances were fitted to games; else they only compare. */
export interface Judgement {
  fitted: boolean;
  points: Judged[];
  turning: Turning[];
}

/** All one needs to make an army of a book. */
export interface Kit {
  head: KitField[];
  sections: KitSection[];
  offers: KitOffer[];
  blanks: KitBlank[];
  lists: KitList[];
  /** The battle for any two lists. */
  battle: string;
  /** The field of the head that limits the points; empty: the list has no limit of its own. */
  limit?: string;
}

/** An empty list to begin with. */
export interface KitBlank {
  title: string;
  list: Record<string, unknown>;
}

/** One of several things to choose. */
export interface KitChoice {
  value: string | number;
  words: string;
  price?: number | null;
  /** What it looks like, where it is a colour. */
  colour?: string;
}

/** Something to fill in: words, a whole number, one or many of the choices, yes or no, or one of another section's rows; a colour among the choices; dice that were thrown for it, as many as one of the choices says. Battles have more to fill in; `docs/guide/writing-a-battle.md` tells how each of it is written. */
export interface KitField {
  name: string;
  words: string;
  kind?: 'army' | 'chains' | 'choice' | 'clock' | 'colour' | 'dice' | 'disc' | 'edge' | 'edges' | 'facing' | 'flag' | 'hex' | 'hexes' | 'line' | 'many' | 'map' | 'marks' | 'number' | 'pair' | 'point' | 'points' | 'poly' | 'polys' | 'posts' | 'rect' | 'rects' | 'rolls' | 'row' | 'rows' | 'series' | 'size' | 'tally' | 'text' | 'unit' | 'units' | 'whole' | 'words';
  choices?: KitChoice[];
  least?: number;
  most?: number;
  /** For a row: the section and the field that names its rows. */
  of?: [string, string];
  /** For yes or no: what it is if nothing is said. */
  on?: boolean;
  /** For battles: whether it must be there. */
  needed?: boolean;
}

/** One of the book's own lists. */
export interface KitList {
  name: string;
  title: string;
  points: number;
}

/** Something to take into a list, with all its numbers. */
export interface KitOffer {
  section: string;
  group: string;
  name: string;
  cells: [string, string][];
  row: Record<string, unknown>;
  points?: number | null;
  /** What its fields offer instead, with what it costs here. */
  choices?: Record<string, KitChoice[]>;
  limits?: Record<string, [number, number]>;
}

/** A sort of rows a list has. */
export interface KitSection {
  key: string;
  title: string;
  fields: KitField[];
  /** The section each of whose rows has such rows of its own. */
  within?: string;
  /** Fields that say which offer a row was taken from. */
  by?: string[];
  /** Rows have an id that begins so. */
  numbered?: string;
}

/** What a player reads for a verb. */
export interface LabelOf {
  words: string;
  hint: string;
  confirm: boolean;
}

/** The first turns of a battle, step by step. */
export interface Lesson {
  scenario: string;
  step: LessonStep[];
}

/** One act, and its card. */
export interface LessonStep {
  title: string;
  words: string;
  do?: string[];
  by?: string[];
  unit?: string;
  perhaps?: boolean;
  rules?: string[];
}

/** The ring round one of the figures that must hold them all. */
export interface Limit {
  /** The figure it is drawn round. */
  model: number;
  radius: number;
  words?: string;
  cite?: string;
}

/** What somebody said at the table, and when; plain words, no markup. */
export interface LineOf {
  n: number;
  side: number;
  words: string;
  at: number;
}

/** A line of sight to a unit: clear, or with what blocks it. */
export interface LineOfSight {
  from: [number, number];
  to: [number, number];
  unit: number;
  clear: boolean;
  blocker?: string;
  cite?: string;
}

/** A list to look at: one of the book's by its name, one written out, or one as data. */
export interface ListWish {
  name?: string | null;
  text?: string | null;
  list?: Record<string, unknown> | null;
}

/** One of somebody's games. `waiting`: this seat is asked. */
export interface Listed {
  game: string;
  token: string;
  book: string;
  /** Empty: a battle of one's own. */
  scenario: string;
  title: string;
  side: number;
  sides: string[];
  turn: number | null;
  seq: number;
  headline: string;
  waiting: boolean;
  over: boolean;
  created: number;
  updated: number;
  outcome?: OutcomeOf | null;
}

/** How a figure is drawn. Colours are `#rrggbb`; no shield, plume or plate where none is named. */
export interface Livery {
  key: string;
  coat: string;
  facings: string;
  legs?: string;
  head?: 'band' | 'bare' | 'bearskin' | 'bicorne' | 'bonnet' | 'busby' | 'cap' | 'cone' | 'czapka' | 'fez' | 'helmet' | 'hood' | 'pith' | 'round' | 'scarf' | 'shako' | 'slouch' | 'tarleton' | 'turban';
  /** The colour of what is on the head. */
  crown?: string;
  plume?: string;
  /** Crossed over the coat; empty: none. */
  belts?: string;
  /** On the back; empty: none. */
  pack?: string;
  /** A cuirass over the coat. */
  plate?: string;
  skin?: string;
  weapon?: 'bow' | 'lance' | 'musket' | 'none' | 'rifle' | 'sabre' | 'spear' | 'sword';
  horse?: string;
  /** Its colour and that of its marks. */
  shield?: string[];
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

/** All throws of one kind by one side: what they read and what they should have. `percentile`: the exact chance of reading less, and half the chance of reading just this; null if it would take too long. */
export interface LuckLine {
  side: number | null;
  what: string;
  throws: number;
  read: number;
  expected: number;
  percentile: number | null;
}

/** One part of the outcome by itself. */
export interface Marginal {
  head: string;
  outcomes: Chance[];
  mean?: string;
}

/** Where a shot is meant to land. */
export interface Mark {
  at: [number, number];
  words: string;
  cite?: string;
}

/** How the side named first fared when the computer played both; `docs/balance.md` says how it was measured. */
export interface Measured {
  games: number;
  won: number;
  drawn: number;
  lost: number;
}

/** The game after so many actions, as a seat may know it. */
export interface Moment {
  seq: number;
  total: number;
  view: View;
  entries: EntryOf[];
  where: Crumb[];
  action: Played | null;
  outcome: OutcomeOf | null;
}

/** What a computer player went by in one action; `seq` is the action's number as the reader counts. */
export interface Motive {
  seq: number;
  side: number;
  agent: string;
  weighed: Weighed;
}

/** To motives. `kept_back`: there are some, but while secrets are about they are told when the battle is over. */
export interface MotivesAnswer {
  type: 'answer';
  id: number | string;
  motives: Motive[];
  kept_back: boolean;
}

/** What did the computer players go by, from this action on, or in the choice that led to one? */
export interface MotivesOf {
  type: 'motives';
  id: number | string;
  since?: number;
  at?: number | null;
}

/** A game to begin. */
export interface NewGame {
  book: string;
  seats: SeatWish[];
  /** One of the book's; left out if there is a battle instead. */
  scenario?: string;
  /** A battle of one's own, the whole text of its file. */
  battle?: string | null;
  options?: Record<string, unknown>;
  guide?: boolean;
  /** For sides counted from 1: one of the book's lists by its name, or one written out as TOML. */
  armies?: Record<string, string>;
  clock?: ClockWish | null;
}

/** A remark on a unit: what it could do to another, with the exact chance where there is one. */
export interface Note {
  unit: number;
  words: string;
  chance?: string;
  cite?: string;
}

/** A number. */
export interface NumberOffer {
  pick: 'number';
  verb: string;
  label: string;
  hint?: string;
  /** Whether to ask again, because it cannot be undone. */
  confirm?: boolean;
  /** Whether it is done unasked where nothing else can be chosen. */
  alone?: boolean;
  /** Whether it lets a moment for cards go by: done unasked if every card that fits is held back. */
  passes?: boolean;
  /** Whether dragging a unit means this, or begins with it. */
  drag?: boolean;
  /** Whether it goes one place on: several may be strung together. */
  travels?: boolean;
  /** What is laid over the table for the unit while this is chosen. */
  shows?: OverlayKind;
  low: number;
  high: number;
  step: number;
  unit: string;
  /** The numbers where something changes. */
  marks?: number[] | null;
}

/** Exact odds. */
export interface OddsOf {
  heads: string[];
  outcomes: Chance[];
  marginals: Marginal[];
  tallies: TallyOf[];
  cites: string[];
  verdict?: VerdictOf | null;
}

/** A switch of a book. */
export interface OptionOf {
  name: string;
  type: 'choice' | 'flag' | 'whole' | 'words';
  default: unknown;
  words: string;
  cite: string;
  choices?: unknown[];
  /** What the choices are called, where their names are not for people. */
  titles?: string[];
  /** The side whose army it chooses. */
  side?: number | null;
  /** Under which heading it stands. */
  group?: string;
  /** What a number counts. */
  unit?: string;
  /** How many of the option's make one of those. */
  scale?: number;
}

/** How the game ended. */
export interface OutcomeOf {
  winner: number | null;
  words: string;
  cite: string;
  scores?: number[];
  /** By the rules, or by the people: no rule is cited then. */
  how?: 'agreed' | 'resigned' | 'rules' | 'time';
  /** Who resigned or ran out of time. */
  by?: number | null;
}

/** To overlay. */
export interface OverlayAnswer {
  type: 'answer';
  id: number | string;
  shapes: Shape[];
  lines: LineOfSight[];
  notes: Note[];
}

/** What to draw over the table for a unit. */
export interface OverlayOf {
  type: 'overlay';
  id: number | string;
  kind: 'aim' | 'range' | 'reach' | 'sight' | 'threat';
  unit: number;
}

/** A unit, and what it is to do something to. */
export interface PairOffer {
  pick: 'pair';
  verb: string;
  label: string;
  hint?: string;
  /** Whether to ask again, because it cannot be undone. */
  confirm?: boolean;
  /** Whether it is done unasked where nothing else can be chosen. */
  alone?: boolean;
  /** Whether it lets a moment for cards go by: done unasked if every card that fits is held back. */
  passes?: boolean;
  /** Whether dragging a unit means this, or begins with it. */
  drag?: boolean;
  /** Whether it goes one place on: several may be strung together. */
  travels?: boolean;
  /** What is laid over the table for the unit while this is chosen. */
  shows?: OverlayKind;
  from: [number, Noun[]][];
  /** Said where the second halves are places of the map. */
  to?: 'cell';
  /** What the second halves are called where they are no units. */
  names?: string[][];
}

/** What stands between the people: an offer of a draw, a wish to play again, and the clock. */
export interface Parley {
  type: 'parley';
  draw: number | null;
  again: AgainOf | null;
  clock: ClockOf | null;
}

/** A unit on the table. */
export interface Piece {
  id: number;
  side: number;
  name: string;
  arm: string;
  glyph: string;
  pose: [number, number, number];
  footprint: [number, number][];
  bases?: [number, number][][];
  figures?: number;
  full?: number;
  front?: boolean;
  tags?: Tag[];
  leader?: boolean;
  status?: string;
  face?: Face | null;
  /** The body it belongs to, a brigade: lists are told in such groups. */
  group?: string;
  /** Where every figure has a base of its own: who stands on each, in the order of `bases`. */
  stands?: ('escort' | 'flag' | 'guide' | 'gun' | 'man' | 'musician' | 'officer' | 'wagon')[];
  /** What it wears, by its name in the board's liveries. */
  livery?: string;
  /** Whether only its owner knows of it. */
  hidden?: boolean;
}

/** Are you there? */
export interface Ping {
  type: 'ping';
  id: number | string;
}

/** To plan: the legs and where they end, or why not; of a detour, why it does not go straight. */
export interface PlanAnswer {
  type: 'answer';
  id: number | string;
  legs: Leg[] | null;
  preview: Shown | null;
  refusal: Reason | null;
  detour: Reason | null;
}

/** How could the unit get there? x, y, facing, order; single models at places of their own: model, x, y; and by which way-points. */
export interface PlanTo {
  type: 'plan';
  id: number | string;
  verb: string;
  pose: [number, number, number, string | null];
  places?: [number, number, number][];
  by?: [number, number][];
}

/** One action: a side's choice, or dice. `hidden`: this seat may not know what was chosen. */
export interface Played {
  side?: number | null;
  verb?: string | null;
  noun?: Noun;
  dice?: DiceOf | null;
  undone?: boolean;
  redone?: boolean;
  hidden?: boolean;
}

/** To preview. `odds`: of the whole sequence the action starts, or of its first throw if the book cannot tell the whole; `throw`: of the first throw alone. */
export interface PreviewAnswer {
  type: 'answer';
  id: number | string;
  refusal: Reason | null;
  preview: Shown | null;
  odds: OddsOf | null;
  throw: OddsOf | null;
  /** Whether `odds` are of the whole sequence. */
  whole: boolean;
  /** Whether it cannot be taken back: dice fall, something is revealed, or somebody else is asked next. */
  final: boolean;
}

/** What would follow? */
export interface PreviewOf {
  type: 'preview';
  id: number | string;
  verb: string;
  noun?: Noun;
}

/** A sheet to print: of what kind, and of which army, scenario or deck of the book; or of a list or battle written out. */
export interface PrintWish {
  what: string;
  name?: string;
  text?: string | null;
  /** Switches that lay a scenario's table out: armies, ground, size. */
  options?: Record<string, unknown>;
  paper?: string;
}

/** What was wrong with a request. */
export interface Problem {
  code: string;
  message: string;
  cite?: string | null;
}

/** The body of every answer that is not a success. */
export interface ProblemBody {
  error: Problem;
}

/** A scenario's table before the first move. */
export interface Prospect {
  title: string;
  blurb: string;
  sides: string[];
  board: Board;
  view: View;
  cards: Record<string, Row[]>;
}

/** A line to draw: a wall, a hedge, the edge of a work, a hexside. */
export interface Rail {
  kind: string;
  look: 'bank' | 'edge' | 'gate' | 'hedge' | 'stream' | 'wall';
  points: [number, number][];
  label?: string;
}

/** A battle by chance: the number it is drawn by, points a side (0: as the book has it), one half like the other or not. */
export interface RandomWish {
  seed: number;
  size?: number;
  mirrored?: boolean;
}

/** Where one unit may go on an open table; the line round it is worked out for whoever asks (`region`). */
export interface ReachOffer {
  pick: 'reach';
  verb: string;
  label: string;
  hint?: string;
  /** Whether to ask again, because it cannot be undone. */
  confirm?: boolean;
  /** Whether it is done unasked where nothing else can be chosen. */
  alone?: boolean;
  /** Whether it lets a moment for cards go by: done unasked if every card that fits is held back. */
  passes?: boolean;
  /** Whether dragging a unit means this, or begins with it. */
  drag?: boolean;
  /** Whether it goes one place on: several may be strung together. */
  travels?: boolean;
  /** What is laid over the table for the unit while this is chosen. */
  shows?: OverlayKind;
  unit: number;
  /** The orders it may stand in at the end. */
  orders?: string[];
  /** Whether single models may be put elsewhere. */
  singles?: boolean;
  /** How many way-points may be named. */
  bends?: number;
  /** Whether it may stay where it is. */
  stays?: boolean;
  /** Whether a spot is chosen, and the unit stays. */
  aim?: boolean;
}

/** Why not: the rule's number, our words, where on the table it fails. */
export interface Reason {
  cite: string;
  words: string;
  place?: [number, number] | null;
}

/** Play again what I took back. */
export interface Redo {
  type: 'redo';
  id: number | string;
  seq: number;
}

/** A book with everything to look up in it. */
export interface ReferenceOf {
  key: string;
  title: string;
  abbreviation: string;
  version: string;
  scenarios: ScenarioOf[];
  options: OptionOf[];
  /** The weakest first. */
  agents: AgentOf[];
  /** The scenario to learn the book by; empty: there is no lesson. */
  first_battle?: string;
  /** The pages it has nothing for: no army lists, no battles of one's own, no situations to be reckoned. */
  lacks?: ('armies' | 'battles' | 'odds')[];
  labels: Record<string, LabelOf>;
  phrases: Record<string, string>;
  tables: TableOf[];
  chapters: ChapterOf[];
  situations: Record<string, unknown>[];
  guide: unknown;
  lesson: Lesson | null;
  glossary: Term[];
}

/** To region: a line to draw round where the unit may go; slightly generous, and empty where nothing moves. */
export interface RegionAnswer {
  type: 'answer';
  id: number | string;
  region: [number, number][];
}

/** How far could the unit get, all round? */
export interface RegionOf {
  type: 'region';
  id: number | string;
  verb: string;
}

/** I give the battle up. */
export interface Resign {
  type: 'resign';
  id: number | string;
}

/** How far it may stray. */
export interface Ring {
  at: [number, number];
  radius: number;
  words: string;
  cite?: string;
}

/** One line of a unit's card. */
export interface Row {
  label: string;
  value: string;
  cite?: string;
}

/** One row of a table. */
export interface RowOf {
  cells: string[];
  cite: string;
  source: 'deduced' | 'found' | 'given' | 'invented' | '';
  ruling: string;
}

/** A rule and how often the journal cites it. */
export interface RuleMet {
  cite: string;
  words: string;
  count: number;
}

/** One rule in our words. */
export interface RuleOf {
  number: string;
  words: string;
  source: 'deduced' | 'found' | 'given' | 'invented';
  ruling: string;
  left_out: string;
}

/** A rule, and in how many of the games it was met. */
export interface RuleUsed {
  cite: string;
  words: string;
  games: number;
}

/** Some words to the others at the table. */
export interface Say {
  type: 'say';
  id: number | string;
  words: string;
}

/** A scenario on offer. */
export interface ScenarioOf {
  name: string;
  title: string;
  sides: string[];
  blurb: string;
  /** The computer player it is meant for; empty: the last of the list. */
  opponent?: string;
  turns?: number;
  about?: About;
}

/** A seat with the token that proves it; an open seat has an invitation instead, a computer player neither. */
export interface SeatGiven {
  side: number;
  token: string | null;
  invitation?: string | null;
}

/** Who sits there. */
export interface SeatOf {
  side: number;
  kind: 'agent' | 'here' | 'open';
  name: string;
  agent: string | null;
  online: boolean;
  thinking: boolean;
  /** Whether somebody has taken it; an open seat waits until its invitation is claimed. */
  claimed?: boolean;
}

/** Who shall play a side. */
export interface SeatWish {
  kind: 'agent' | 'here' | 'open';
  agent?: string | null;
  name?: string | null;
}

/** Somebody came or went. */
export interface Seats {
  type: 'seats';
  seats: SeatOf[];
}

/** A soft polygon drawn over the table. */
export interface Shape {
  look: 'arc' | 'half range' | 'range' | 'reach' | 'threat';
  poly: [number, number][];
  label?: string;
  cite?: string;
}

/** Where a manoeuvre ends and what it costs; a book may tell less. `refusal`: why it may not be, if so. */
export interface Shown {
  end?: [number, number, number, string] | null;
  /** The poses it goes by, the first and the last among them, where it is led in several legs. */
  path?: [number, number, number][] | null;
  /** The outline at the end. */
  body?: [number, number][] | null;
  /** Where every figure would stand, in the order of the piece's bases. */
  bases?: [number, number][][] | null;
  /** The same for round bases: x, y and radius. */
  spots?: [number, number, number][] | null;
  limit?: Limit | null;
  /** What each part of the way costs: words, cost, rule. */
  steps?: [string, number, string][] | null;
  cost?: number | null;
  /** What each figure pays. */
  costs?: number[] | null;
  allowance?: number | null;
  difficult?: boolean | null;
  refusal?: Reason | null;
  /** Of a shot: where it starts. */
  from?: [number, number] | null;
  mark?: Mark | null;
  rings?: Ring[] | null;
  /** Of a shot: who may be hit. */
  notes?: Note[] | null;
}

/** A side whose seat is meant. */
export interface SideNamed {
  side: number;
}

/** How one side fared: its share of the games, a draw counting half, with its 95 % interval; and what became of its men. */
export interface SideShare {
  name: string;
  won: number;
  share: number;
  low: number;
  high: number;
  /** Figures at the beginning, on average. */
  figures: number;
  /** Those no longer on the table at the end, on average: killed, fled or marched off. */
  lost: number;
}

/** How one side came through. */
export interface SideSum {
  side: number;
  name: string;
  units: number;
  units_left: number;
  figures: number;
  figures_left: number;
  choices: number;
}

/** To sight: null where the book has no lines from point to point. */
export interface SightAnswer {
  type: 'answer';
  id: number | string;
  line: LineOfSight | null;
}

/** Does one see from a point of the table to another? */
export interface SightOf {
  type: 'sight';
  id: number | string;
  start: [number, number];
  end: [number, number];
}

/** A total shared out among some, each with a limit. */
export interface SplitOffer {
  pick: 'split';
  verb: string;
  label: string;
  hint?: string;
  /** Whether to ask again, because it cannot be undone. */
  confirm?: boolean;
  /** Whether it is done unasked where nothing else can be chosen. */
  alone?: boolean;
  /** Whether it lets a moment for cards go by: done unasked if every card that fits is held back. */
  passes?: boolean;
  /** Whether dragging a unit means this, or begins with it. */
  drag?: boolean;
  /** Whether it goes one place on: several may be strung together. */
  travels?: boolean;
  /** What is laid over the table for the unit while this is chosen. */
  shows?: OverlayKind;
  total: number;
  limits: [Id, number][];
}

/** Somebody said something. */
export interface Spoken {
  type: 'said';
  line: LineOf;
}

/** The luck report, and how the game went. `pips`: the bare faces of all dice, by side. */
export interface Summary {
  seq: number;
  turn: number | null;
  over: boolean;
  outcome: OutcomeOf | null;
  score: Row[];
  sides: SideSum[];
  luck: LuckLine[];
  pips: LuckLine[];
  rules: RuleMet[];
  course: TurnSum[];
  lost: Lost[];
  seed_hash: string;
  seed: string | null;
  dice_from: number;
  created: number;
  updated: number;
}

/** The whole game as this seat may know it. */
export interface Sync {
  type: 'sync';
  seq: number;
  undos: number;
  view: View;
  ask: AskOf | null;
  throw: ThrowOf | null;
  where: Crumb[];
  seats: SeatOf[];
  can_undo: boolean;
  can_redo: boolean;
  outcome: OutcomeOf | null;
  seed: string | null;
  clock: ClockOf | null;
  game: string;
  book: string;
  /** Empty: a battle of somebody's own, to be had at `/api/games/{game}/battle`. */
  scenario: string;
  title?: string;
  side: number | null;
  sides: string[];
  board: Board;
  log: EntryOf[];
  /** The log holds the entries after this action (0 with the opening: all of it). */
  log_after: number;
  seed_hash: string;
  /** Actions before this one were played elsewhere: their dice do not come from the seed. */
  dice_from: number;
  options: Record<string, unknown>;
  guide: boolean;
  /** Whether the book hides something from somebody: a screen two people share needs a curtain. */
  hides: boolean;
  /** What was said at the table; nothing for onlookers. */
  talk: LineOf[];
  /** The side that offers a draw. */
  draw: number | null;
  again: AgainOf | null;
  /** Who has left the table so far; from then on the client sees for itself who leaves. */
  lost: Fallen[];
}

/** One table of a book; each row is its cells and its rule. */
export interface TableOf {
  title: string;
  cite: string;
  kind: string;
  columns: string[];
  rows: RowOf[];
  notes: string[];
}

/** How a table is to be laid out: the switches that choose armies, ground and size. */
export interface TableWish {
  options?: Record<string, unknown>;
}

/** A state readable at a glance: a word, its rule, whether it is good or bad news, or that it is spent for now. */
export interface Tag {
  words: string;
  cite: string;
  tone?: 'bad' | 'good' | 'plain' | 'spent';
  /** The same in a few letters, for where there is little room. */
  short?: string;
}

/** One line of a tally. */
export interface TallyLine {
  value: number;
  words: string;
  cite: string;
}

/** A sum that explains itself. */
export interface TallyOf {
  base: number;
  words: string;
  lines: TallyLine[];
  total: number;
}

/** One term: as it is written, spelt out, and what it is. */
export interface Term {
  short: string;
  words: string;
  tells?: string;
  rule?: string;
}

/** How far a computer player is with its choice: decisions simulated, of so many at most. */
export interface Thinking {
  type: 'thinking';
  side: number;
  done: number;
  most: number;
  /** It has not begun: others think before it. */
  waits?: boolean;
}

/** A move that was thought of: in words, what the book's advice gave it, and the chance to win after it. `trials` says how often it was played out; `chance` is null if it was not, and in a book where no chance to win was fitted to games. */
export interface ThoughtOf {
  verb: string;
  noun: unknown;
  words: string;
  rating: number;
  chance: number | null;
  trials: number;
}

/** Dice that are due. */
export interface ThrowOf {
  what: string;
  cite: string;
  dice: string;
  side: number | null;
  unit: number | null;
  tallies: TallyOf[];
}

/** A change that was tried: what it says, how the side it helps fared then, with its 95 % interval. */
export interface Trial {
  words: string;
  note: string;
  games: number;
  share: number;
  low: number;
  high: number;
}

/** How the sides stood when a turn began (the last one: when the game stood last). */
export interface TurnSum {
  turn: number;
  seq: number;
  figures: number[];
  scores: string[];
}

/** Where a battle turned: in whose favour, what the computer thought before and after, who acted, and what happened. */
export interface Turning {
  seq: number;
  turn: number | null;
  gained: number;
  before: number;
  after: number;
  by: number | null;
  words: string[];
}

/** Take my last choice back. */
export interface Undo {
  type: 'undo';
  id: number | string;
  seq: number;
}

/** One unit out of some. */
export interface UnitOffer {
  pick: 'unit';
  verb: string;
  label: string;
  hint?: string;
  /** Whether to ask again, because it cannot be undone. */
  confirm?: boolean;
  /** Whether it is done unasked where nothing else can be chosen. */
  alone?: boolean;
  /** Whether it lets a moment for cards go by: done unasked if every card that fits is held back. */
  passes?: boolean;
  /** Whether dragging a unit means this, or begins with it. */
  drag?: boolean;
  /** Whether it goes one place on: several may be strung together. */
  travels?: boolean;
  /** What is laid over the table for the unit while this is chosen. */
  shows?: OverlayKind;
  ids: number[];
}

/** One action, and how the game stands after it. */
export interface Update {
  type: 'update';
  seq: number;
  undos: number;
  view: View;
  ask: AskOf | null;
  throw: ThrowOf | null;
  where: Crumb[];
  seats: SeatOf[];
  can_undo: boolean;
  can_redo: boolean;
  outcome: OutcomeOf | null;
  seed: string | null;
  clock: ClockOf | null;
  action: Played;
  entries: EntryOf[];
  /** The table anew, if the action has changed it. */
  board: Board | null;
}

/** The odds in a sentence: the chances to win and to lose, what either side loses on average, hope and fear. */
export interface VerdictOf {
  won?: number | null;
  lost?: number | null;
  ours?: number | null;
  theirs?: number | null;
  hope?: Feared | null;
  fear?: Feared | null;
  mishap?: Feared | null;
}

/** All that one side may know. */
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

/** The seats somebody holds. */
export interface Wanted {
  tokens: string[];
}

/** A manoeuvre and where it ends. */
export interface Way {
  legs: Leg[];
  preview: Shown | null;
}

/** To ways: some legal manoeuvres of different kinds. */
export interface WaysAnswer {
  type: 'answer';
  id: number | string;
  ways: Way[];
}

/** Which manoeuvres are worth trying? */
export interface WaysOf {
  type: 'ways';
  id: number | string;
  verb: string;
}

/** The moves of a choice, the one to take first; how many decisions were simulated for it; the plan of the turn in words. */
export interface Weighed {
  thoughts: ThoughtOf[];
  simulated: number;
  cut_short: boolean;
  plan?: string[];
}

/** Why may this not be said? */
export interface Why {
  type: 'why';
  id: number | string;
  verb: string;
  noun?: Noun;
}

/** To why: the reason, or null if it is allowed. */
export interface WhyAnswer {
  type: 'answer';
  id: number | string;
  refusal: Reason | null;
}

export type Offer =
  | ButtonOffer
  | UnitOffer
  | PairOffer
  | CellOffer
  | CardOffer
  | NumberOffer
  | SplitOffer
  | ReachOffer;

export type Said =
  | Hello
  | Act
  | Undo
  | Redo
  | Why
  | PreviewOf
  | PlanTo
  | WaysOf
  | RegionOf
  | JourneysOf
  | CardOf
  | OverlayOf
  | SightOf
  | HintOf
  | MotivesOf
  | Hurry
  | Say
  | Draw
  | Resign
  | Claim
  | Again
  | Ping;
