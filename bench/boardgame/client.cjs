// node client.cjs ADDRESS GAMES SECONDS PACE: as bench/server_client.py, for boardgame.io. Prints one line of JSON.
const { io } = require('socket.io-client');

const [address, games, seconds, pace] = [process.argv[2], ...process.argv.slice(3).map(Number)];
const sleep = (s) => new Promise((done) => setTimeout(done, s * 1000));
const now = () => performance.now() / 1000;

class Match {
  constructor(n) {
    this.id = `match-${process.pid}-${n}`;
    this.spent = [];
    this.stateID = 0;
    this.waiting = [null, null];
  }

  async begin() {
    this.lines = [];
    for (const player of [0, 1]) {
      const line = io(`${address}/clicks`, { transports: ['websocket'], forceNew: true });
      this.lines.push(line);
      await new Promise((done) => {
        line.on('sync', done);
        line.on('connect', () => line.emit('sync', this.id, String(player), undefined, 2));
      });
      line.on('update', (_, state) => this.heard(player, state._stateID));
    }
  }

  heard(player, stateID) {
    const waiting = this.waiting[player];
    if (waiting && stateID >= waiting.stateID) {
      this.waiting[player] = null;
      waiting.done();
    }
  }

  hears(player, stateID) {
    return new Promise((done) => (this.waiting[player] = { stateID, done }));
  }

  async act() {
    const player = this.stateID % 2;
    const playerID = String(player);
    const payload = { type: 'click', args: [Math.floor(Math.random() * 9)], playerID };
    const both = [this.hears(0, this.stateID + 1), this.hears(1, this.stateID + 1)];
    const began = now();
    this.lines[player].emit('update', { type: 'MAKE_MOVE', payload }, this.stateID, this.id, playerID);
    await both[player];
    this.spent.push(now() - began);
    await both[1 - player];
    this.stateID += 1;
  }

  async run(until) {
    if (pace) await sleep(Math.random() * pace);
    while (now() < until) {
      const began = now();
      await this.act();
      if (pace) await sleep(Math.max(0, began + pace * (0.5 + Math.random()) - now()));
    }
  }
}

(async () => {
  const matches = Array.from({ length: games }, (_, n) => new Match(n));
  for (const match of matches) await match.begin();
  for (const match of matches) {
    for (let n = 0; n < 3; n++) await match.act();
    match.spent = [];
  }
  const began = now();
  await Promise.all(matches.map((match) => match.run(began + seconds)));
  const took = now() - began;
  const spent = matches.flatMap((match) => match.spent).sort((a, b) => a - b);
  const at = (share) => Math.round(spent[Math.min(spent.length - 1, Math.floor(spent.length * share))] * 1e5) / 100;
  console.log(
    JSON.stringify({
      games,
      actions: spent.length,
      actions_per_s: Math.round((spent.length / took) * 10) / 10,
      p50_ms: at(0.5),
      p95_ms: at(0.95),
      max_ms: at(1),
    }),
  );
  process.exit(0);
})();
