// The luck report and the end-of-game summary.
export interface Summary {
  [key: string]: unknown;
}
