// boardgame.io's own server with the smallest game there is; it keeps everything in memory.
const { Server } = require('boardgame.io/server');

const Clicks = {
  name: 'clicks',
  setup: () => ({ cells: Array(9).fill(null), count: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    click: ({ G, playerID }, id) => {
      G.cells[id] = playerID;
      G.count += 1;
    },
  },
};

const server = Server({ games: [Clicks], origins: [/localhost/, /127\.0\.0\.1/] });
server.run({ port: Number(process.argv[2]), lobbyConfig: { apiPort: Number(process.argv[3]) } }).then(() => console.log('ready'));
