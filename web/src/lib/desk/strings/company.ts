// The words of what people do at the table beside the rules: talk, clock, draws, giving up, playing again.

export const company = {
  talk: 'Talk',
  talkHint: 'Only the players hear it. It belongs to the table, not to the record of the battle.',
  silence: 'Nothing has been said yet.',
  say: 'Say something',
  send: 'Say it',
  you: 'You',
  mute: 'Do not listen',
  unmute: 'Listen again',
  muted: 'You are not listening: what the others say is not shown.',
  unread: (n: number) => `${n} new`,

  resign: 'Resign…',
  resignTitle: 'Give the battle up?',
  resignWords: (other: string) => `${other} will have won, and the battle is over. It cannot be taken back.`,
  resignWordsMany: 'The battle is over then. It cannot be taken back.',
  resignNo: 'Fight on',
  resignYes: 'Yes, I resign',

  draw: 'Offer a draw',
  drawnBy: (side: string) => `${side} offers a draw.`,
  drawOffered: 'You have offered a draw.',
  agree: 'Agree',
  decline: 'Decline',
  withdraw: 'Take it back',

  clock: 'Time left',
  left: (side: string, time: string) => `${side}: ${time}`,
  fallen: 'time is up',
  theirTime: (side: string) => `${side}: no time left. You may claim the victory, or play on.`,
  yourTime: 'Your time is up. The other side may claim the victory, and has not.',
  claim: 'Claim the victory',

  setClock: 'Clock',
  clocks: { none: 'No clock', minutes: 'Minutes for the whole battle', days: 'Days for every answer' },
  minutes: 'Minutes a side',
  seconds: 'Seconds more each time the other side is asked',
  days: 'Days',
  clockHint: 'It runs for whoever is asked, once both are here. A flag that falls gives the other the right to claim; nobody loses by himself.',

  rematch: 'The same battle once more',
  same: 'Same sides',
  changed: 'Changed sides',
  wished: (changed: boolean) => `You wish to play again, ${changed ? 'on changed sides' : 'on the same sides'}. The other side is asked.`,
  wishedBy: (side: string, changed: boolean) => `${side} wishes to play again, ${changed ? 'on changed sides' : 'on the same sides'}.`,
  yes: 'Yes, let us',
  no: 'No, thank you',
  begun: 'The battle has been laid out anew.',
  go: 'To the new battle',

  by: { rules: '', resigned: 'by resignation', agreed: 'by agreement', time: 'on time' },
};
