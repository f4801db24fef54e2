import { describe, expect, it } from 'vitest';
import { BoundedAudit, dayOf } from './bounded-audit.ts';

const hour = 3_600_000;

function audit(but: { mostNamed?: number; mostWritten?: number } = {}) {
  let time = Date.parse('2026-01-02T23:30:00.000Z');
  const notes = new BoundedAudit({ now: () => new Date(time), ...but });
  const note = (subject: string, times = 1) =>
    Array.from({ length: times }, () => notes.note(subject)).filter((noted) => noted !== undefined);
  return { note, pass: (by: number) => (time += by) };
}

describe('what may happen as often as somebody likes', () => {
  it('is written down the first time at once, then ever more rarely, of each subject', () => {
    const { note } = audit();
    expect(note('a')).toEqual([{ subject: 'a', times: 1, since: '2026-01-02T23:30:00.000Z' }]);
    expect(note('a', 999).map(({ times }) => times)).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512]);
    expect(note('b').map(({ subject }) => subject)).toEqual(['b']);
  });

  it('is written down anew after an hour', () => {
    const { note, pass } = audit();
    note('a', 5);
    pass(hour - 1);
    expect(note('a')).toEqual([]);
    pass(1);
    expect(note('a')).toEqual([{ subject: 'a', times: 1, since: '2026-01-03T00:30:00.000Z' }]);
  });

  it('is written down anew also once the clock was set back, by however much', () => {
    const { note, pass } = audit();
    pass(365 * 24 * hour);
    note('a', 5);
    pass(-365 * 24 * hour);
    expect(note('a')).toEqual([{ subject: 'a', times: 1, since: '2026-01-02T23:30:00.000Z' }]);
  });

  it('is counted together of those for whom there is no room', () => {
    const { note } = audit({ mostNamed: 2 });
    for (const subject of ['a', 'b', 'c', 'd', 'e']) note(subject);
    expect(note('f')).toEqual([{ times: 4, since: '2026-01-02T23:30:00.000Z' }]);
    expect(note('a')).toMatchObject([{ subject: 'a', times: 2 }]);
  });

  it('is never written down more than 100 times an hour, however many do it however often', () => {
    const { note, pass } = audit();
    const written = () => Array.from({ length: 200 }, (_, n) => note(`s${n}`, 500).length).reduce((a, b) => a + b);
    expect(written()).toBe(100);
    pass(hour);
    expect(written()).toBe(100);
  });

  it('belongs to a day', () => {
    expect(dayOf(new Date('2026-01-02T23:59:59.999Z'))).toBe('2026-01-02');
  });
});
