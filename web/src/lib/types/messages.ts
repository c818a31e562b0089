// What the server says over the socket: frames, dice, the journal; its own types by the names the client uses.

import type { Fault, Sync, Update } from './wire';

export type {
  AgainOf as Again,
  ClockOf as Clock,
  Crumb,
  DiceOf as DiceFall,
  EntryOf as Entry,
  Fallen,
  OutcomeOf as Outcome,
  Played as PlayedAction,
  Motive,
  Parley,
  MotivesAnswer,
  SeatOf as Seat,
  Seats as SeatsMessage,
  Spoken,
  Sync,
  TallyLine,
  TallyOf as Tally,
  ThoughtOf,
  ThrowOf as ThrowInfo,
  Thinking,
  Update,
  Weighed,
} from './wire';

/** What every picture of the game tells. */
export type Frame = Omit<Sync, 'type'> | Omit<Update, 'type'>;
export type ServerError = Fault;
