// The words of the end of a battle, and of its luck.

export const luck = {
  title: 'Luck and summary',
  lead: 'What the dice read against what they should have, exactly. The percentile says how high they read: 50 is even, 95 means that only one game in twenty reads higher. Where the dice count your own losses, high is bad luck.',
  throw: 'Throws',
  read: 'Read',
  expected: 'Expected',
  percentile: 'Percentile',
  kind: 'What for',
  byKind: 'By kind of throw',
  luck: 'Luck',
  side: 'Side',
  pips: 'All dice, as they lay',
  both: 'both sides',
  none: 'No dice have fallen yet.',
  forces: 'How the armies came through',
  units: 'Units left',
  figures: (men = 'figures') => `${men[0]?.toUpperCase()}${men.slice(1)} left`,
  choices: 'Choices made',
  rules: 'Rules that bit most often',
  times: 'Times',
  seed: 'Fair dice',
  seedHash: 'Hash of the seed, committed before the first move',
  seedNow: 'The seed, now revealed',
  seedLater: 'The seed is revealed when the game is over.',
  draw: 'A draw',
  won: (side: string) => `${side}: victory`,
  again: 'Play again',
  home: 'To the start',
};

export const fortune = {
  chart: (sides: readonly string[]) => `How the battle stood in the computer's eyes, from the first action to the last: high is good for ${sides[0]}, low for ${sides[1]}.`,
  fitted: (side: string) => `${side}: the chance to win at every choice, in the computer's judgement, learnt from many games.`,
  compared: (side: string) => `${side}: how well they stood at every choice, in the computer's judgement. Halfway up both sides were level; it is no chance to win.`,
  turning: 'Turning points',
  none: 'No single stroke turned it.',
  turned: (turn: number | null, side: string) => (turn === null ? `Advantage ${side}` : `Turn ${turn}: advantage ${side}`),
  chances: (before: number, after: number) => `(their chance to win: from ${Math.round(before * 100)} % to ${Math.round(after * 100)} %)`,
};

export const pondering = {
  bar: 'How far the computer is with its choice',
  hurry: 'Hurry',
  hurried: 'It hurries',
  waits: 'The computer waits for its turn to think: other battles are before it.',
  hint: 'Let it choose by what it knows so far, until you are asked again',
};

export const motives = {
  ask: 'Why did it do that?',
  /** A rank is written small, somebody's name is not; what stands behind a comma only says who that was. */
  weighed: (agent: string) => (/^\p{Ll}/u.test(agent) ? `What the ${agent} weighed, its choice first:` : `What ${agent.replace(/,.*/, '').replace(/^The /, 'the ')} weighed, the choice first:`),
  untried: (n: number) => (n === 0 ? 'looked best at once' : 'looked less good'),
  asGood: 'as good',
  notClear: 'not clearly better in so few battles, so what looks best comes first',
  keptBack: 'The computer keeps its reasons to itself until the battle is over: they would tell what it holds.',
  toldNow: 'The computer’s reasons now stand in the journal: press ? beside a line.',
};

/** How many games of a hundred read more, or less. */
const rare = (games: number): string => (games < 1 ? 'not one game in 100 reads' : games === 1 ? 'only one game in 100 reads' : `only ${games} games in 100 read`);

export const end = {
  won: 'You have won',
  lost: 'You have lost',
  drawn: 'A drawn battle',
  winner: (side: string) => `${side} won`,
  course: 'Strength from turn to turn',
  scores: 'Score from turn to turn',
  roll: 'The roll of the lost',
  nobody: 'nobody',
  luck: (side: string, percentile: number) =>
    percentile >= 40 && percentile <= 60
      ? `${side} had even dice.`
      : `${side} had ${percentile > 60 ? 'high' : 'low'} dice: ${rare(percentile > 60 ? 100 - percentile : percentile)} ${percentile > 60 ? 'higher' : 'lower'}.`,
  again: 'Again',
  swap: 'Change sides',
  next: (title: string) => `Next battle: ${title}`,
  share: 'Copy the link of the replay',
};
