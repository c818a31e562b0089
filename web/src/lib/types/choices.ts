// What may be chosen, what would come of it, and the odds; the server's own types by the names the client uses.

import type { PlanAnswer, PlanTo, PreviewAnswer } from './wire';

export type {
  AskOf as Ask,
  Chance as OddsOutcome,
  Id,
  Journey,
  Leg,
  Limit,
  Marginal,
  Noun,
  OddsOf as Odds,
  Offer,
  Reason as Refusal,
  Shown as PlanPreview,
  VerdictOf as Verdict,
  Way,
} from './wire';

/** x, y, facing and formation: where a dragged unit is to end. */
export type PlanPose = PlanTo['pose'];
export type Preview = Omit<PreviewAnswer, 'type' | 'id'>;
export type Plan = Omit<PlanAnswer, 'type' | 'id'>;
