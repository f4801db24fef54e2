import { describe, expect, it } from 'vitest';
import { besideStep, besideWindow } from './steps-beside.ts';

const window = { steps: ['20', '30', '40'].map((position) => ({ position })), earlier: '10', later: '50' };

describe('the events beside where one is', () => {
  it('are those at hand, and the ones beyond', () => {
    expect(besideStep(window, 1)).toEqual({ before: '20', after: '40' });
    expect(besideStep(window, 0)).toEqual({ before: '10', after: '30' });
    expect(besideStep(window, 2)).toEqual({ before: '30', after: '50' });
  });

  it('are none at the ends', () => {
    expect(besideStep({ ...window, earlier: null, later: null }, 0)).toEqual({ before: null, after: '30' });
    expect(besideStep({ ...window, earlier: null, later: null }, 2)).toEqual({ before: '30', after: null });
  });

  it('are known on the side that one came from, while those further on are fetched', () => {
    expect(besideWindow(window, '10')).toEqual({ before: undefined, after: '20' });
    expect(besideWindow(window, '50')).toEqual({ before: '40', after: undefined });
  });

  it('are not known where one has gone anywhere else', () => {
    for (const at of ['5', '2026-01-02T03:04:05Z', undefined]) {
      expect(besideWindow({ ...window, later: null }, at)).toEqual({ before: undefined, after: undefined });
    }
  });
});
