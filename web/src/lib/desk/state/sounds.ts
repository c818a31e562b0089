// Quiet sounds, made on the spot; off unless wanted.

import { likes } from './prefs.svelte';

let context: AudioContext | null = null;

function desk(): AudioContext | null {
  if (!likes.sounds || typeof AudioContext === 'undefined') return null;
  context ??= new AudioContext();
  void context.resume();
  return context;
}

function noise(at: AudioContext, seconds: number): AudioBufferSourceNode {
  const buffer = at.createBuffer(1, Math.ceil(at.sampleRate * seconds), at.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length);
  const source = at.createBufferSource();
  source.buffer = buffer;
  return source;
}

function burst(at: AudioContext, when: number, seconds: number, frequency: number, loudness: number): void {
  const source = noise(at, seconds);
  const filter = at.createBiquadFilter();
  filter.type = 'lowpass';
  filter.frequency.value = frequency;
  const gain = at.createGain();
  gain.gain.setValueAtTime(loudness, when);
  gain.gain.exponentialRampToValueAtTime(0.0001, when + seconds);
  source.connect(filter).connect(gain).connect(at.destination);
  source.start(when);
}

function tone(at: AudioContext, when: number, seconds: number, frequency: number, loudness: number): void {
  const source = at.createOscillator();
  source.type = 'triangle';
  source.frequency.setValueAtTime(frequency, when);
  source.frequency.exponentialRampToValueAtTime(frequency * 0.6, when + seconds);
  const gain = at.createGain();
  gain.gain.setValueAtTime(loudness, when);
  gain.gain.exponentialRampToValueAtTime(0.0001, when + seconds);
  source.connect(gain).connect(at.destination);
  source.start(when);
  source.stop(when + seconds);
}

export type Sound = 'dice' | 'turn' | 'move' | 'end';

export function play(sound: Sound): void {
  const at = desk();
  if (!at) return;
  const now = at.currentTime;
  switch (sound) {
    case 'dice':
      for (let i = 0; i < 5; i++) burst(at, now + i * 0.055 + Math.random() * 0.02, 0.05, 3200, 0.05);
      break;
    case 'turn':
      for (let i = 0; i < 3; i++) tone(at, now + i * 0.11, 0.12, 150, 0.09);
      break;
    case 'move':
      burst(at, now, 0.12, 500, 0.05);
      break;
    case 'end':
      tone(at, now, 0.5, 330, 0.06);
      tone(at, now + 0.25, 0.7, 247, 0.06);
      break;
  }
}
