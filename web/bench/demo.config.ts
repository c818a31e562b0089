// Builds the demo page by itself, into a folder given in DEMO_OUT.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [svelte()],
  base: './',
  build: {
    outDir: process.env.DEMO_OUT ?? '/tmp/field-demo',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rollupOptions: { input: 'field-demo.html' },
  },
});
