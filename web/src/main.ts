import { mount } from 'svelte';
import App from './App.svelte';
import './fonts.css';
import './app.css';

// A page that has lain open while the server was renewed asks for parts that are no more: it is fetched anew, once, instead of staying empty.
const RENEWED = 'grognard.renewed';
addEventListener('vite:preloadError', (event) => {
  if (Date.now() - Number(sessionStorage.getItem(RENEWED) ?? 0) < 60_000) return;
  event.preventDefault();
  sessionStorage.setItem(RENEWED, String(Date.now()));
  location.reload();
});

export default mount(App, { target: document.getElementById('app')! });
