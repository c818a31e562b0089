import { describe, expect, it, vi } from 'vitest';
import { sampler, samplerView } from '../../demo/scenes';
import css from '../../fonts.css?raw';
import { FACES, fetchLetters, lettersOf } from './letters';

describe('the letters of a table', () => {
  it('are those of all names on it, each once', () => {
    const [one, ...rest] = samplerView.pieces;
    const letters = lettersOf(sampler, { ...samplerView, pieces: [{ ...one!, name: 'Ngāti Maniapoto' }, ...rest] });
    expect(letters).toContain('ā');
    expect(letters).toContain('K'); // King's Wood
    expect(letters).toContain('M'); // Mill brook
    expect(new Set(letters).size).toBe([...letters].length);
  });

  it('are fetched in every face before anything is pointed at', () => {
    const load = vi.fn(() => Promise.resolve([]));
    fetchLetters('aā', { load });
    expect(load.mock.calls).toEqual(FACES.map((face) => [face, 'aā']));
  });

  it('may be missing', () => {
    fetchLetters('a', undefined);
    fetchLetters('a', { load: () => Promise.reject(new Error('away')) });
  });

  it('are all the page brings: a new face of fonts.css is fetched too', () => {
    const rules = [...css.matchAll(/@font-face \{([^}]*)\}/g)].map(([, rule]) => rule!);
    const told = (rule: string, name: string): string => rule.match(new RegExp(`${name}: '?([^;']*)`))?.[1] ?? 'normal';
    for (const rule of rules) {
      const [least, most] = told(rule, 'font-weight').split(' ').map(Number) as [number, number];
      const fits = FACES.filter((face) => {
        const weight = Number(face.match(/\d{3}/)![0]);
        return face.includes(told(rule, 'font-family')) && face.includes('italic') === (told(rule, 'font-style') === 'italic') && least <= weight && weight <= most;
      });
      expect(fits, rule).toHaveLength(1);
    }
  });
});
