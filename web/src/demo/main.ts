import { mount } from 'svelte';
import '../fonts.css';
import Demo from './Demo.svelte';

export default mount(Demo, { target: document.getElementById('app')! });
