import { fileURLToPath, URL } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// The build goes where the server serves it from. Development: `grognard serve` on 8000, then `npm run dev`.
export default defineConfig({
  plugins: [svelte()],
  resolve: {
    alias: { $lib: fileURLToPath(new URL('./src/lib', import.meta.url)) },
    conditions: process.env.VITEST ? ['browser'] : undefined,
  },
  build: {
    outDir: '../src/grognard/server/static',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 400,
  },
  server: {
    proxy: {
      '/api': { target: process.env.GROGNARD ?? 'http://127.0.0.1:8000', ws: true },
    },
  },
  test: {
    environment: 'happy-dom',
    pool: 'vmThreads', // one happy-dom a worker, not one a file: to start it is half of the work
    setupFiles: ['vitest.setup.ts'],
    testTimeout: 60_000, // the whole suite may run beside it
    include: ['src/**/*.test.ts', 'src/**/*.test.svelte.ts'],
  },
});
