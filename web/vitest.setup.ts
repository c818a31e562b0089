// Each test file has a room of its own, and happy-dom furnishes it; what a browser has and happy-dom lacks comes from Node.
import { CompressionStream, DecompressionStream } from 'node:stream/web';

Object.assign(globalThis, { CompressionStream, DecompressionStream });
