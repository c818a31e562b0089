import { describe, expect, it } from 'vitest';
import { due, leads, meant, onOffer, pulses } from '../state/lesson';
import type { Ask, LessonStep, Offer, View } from '../../types';

const view = { side: 0, pieces: [{ id: 1, side: 0, name: 'Foot' }, { id: 2, side: 0, name: 'Horse' }, { id: 9, side: 1, name: 'Foot' }] } as unknown as View;
const ask = (...offers: Partial<Offer>[]): Ask => ({ who: [0], prompt: '', cite: '', mine: true, offers, barred: {} }) as unknown as Ask;
const march: Partial<Offer> & { verb: string } = { verb: 'march', pick: 'unit', ids: [1, 2] };
const aim = { verb: 'aim', pick: 'pair', from: [[1, [9]]] } as unknown as Partial<Offer>;
const step = (more: Partial<LessonStep>): LessonStep => ({ title: '', words: '', ...more });

describe('a lesson', () => {
  it('goes on to what is on offer only over what the dice may leave out', () => {
    const steps = [step({ do: ['go_first'], perhaps: true }), step({ do: ['march'] }), step({ do: ['aim'] })];
    expect(due(steps, 0, ask(march), view)).toBe(1);
    expect(due(steps, 0, ask(aim), view)).toBe(0);
    expect(due(steps, 1, ask(aim), view)).toBe(1);
    expect(due(steps, 0, null, view)).toBe(0);
  });

  it('draws the eye to its unit, and to anybody where that one cannot', () => {
    const horse = step({ do: ['march'], unit: 'Horse' });
    expect([...pulses(horse, ask(march), view, null)]).toEqual([2]);
    expect(meant(horse, ask(march), view)).toBe(2);
    const foot: Partial<Offer> = { verb: 'march', pick: 'unit', ids: [1] };
    expect([...pulses(horse, ask(foot), view, null)]).toEqual([1]);
    expect(meant(horse, ask(foot), view)).toBeNull();
  });

  it('draws the eye to the targets of whoever is chosen', () => {
    const fire = step({ do: ['aim'] });
    expect([...pulses(fire, ask(aim), view, null)]).toEqual([1]);
    expect([...pulses(fire, ask(aim), view, 1)]).toEqual([9]);
  });

  it('is not for the other side’s turn', () => {
    expect(onOffer(step({ do: ['march'] }), { ...ask(march), mine: false }, view)).toBe(false);
  });

  it('marks the lines that lead to it', () => {
    const line = { key: '', verb: 'march', about: 1, label: '', hint: '', opens: null, noun: 1, confirm: false };
    expect(leads(step({ do: ['go'], by: ['march'] }), line, ask(march), view)).toBe(true);
    expect(leads(step({ do: ['go'], by: ['march'], unit: 'Horse' }), line, ask(march), view)).toBe(false);
    expect(leads(step({ do: ['aim'] }), line, ask(march), view)).toBe(false);
  });
});
