// The words of the shelf: what is said of a battle before anybody plays it.

export const shelf = {
  imagined: 'imagined',
  imaginedHint: 'No such fight is known: date and place say where it could have been.',
  minutes: (n: number) => (n < 90 ? `about ${n} minutes` : `about ${Math.round(n / 30) / 2} hours`.replace('.5', '½')),
  minutesHint: 'For one person against the computer, at six seconds a choice.',
  turns: (n: number) => `${n} ${n === 1 ? 'turn' : 'turns'}`,
  units: (all: readonly number[]) => `${all.join(' against ')} units`,
  difficulty: { easy: 'easy', middling: 'middling', hard: 'hard' } as Record<string, string>,
  difficultyHint: 'How much of the book one has to know to play it well.',
  size: 'Length and size',
  fair: 'Fairness',
  even: 'Even',
  leans: (side: string) => `Leans to ${side}`,
  uphill: (side: string) => `Uphill for ${side}`,
  few: (n: number) => `only ${n} games`,
  unmeasured: 'Fairness: not measured yet',
  measured: (sides: readonly string[], games: number, won: number, drawn: number, lost: number) =>
    `The computer played both sides ${games} times: ${sides[0]} won ${won}, ${sides[1]} ${lost}, drawn ${drawn}.`,
};
