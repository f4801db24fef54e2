import { expect, it } from 'vitest';
import { operatorOf } from './operator-actor.ts';

it('an operator is who they say they are, where that is a name in one line', () => {
  expect(operatorOf(' Ada ')).toEqual({ uid: 'operator:Ada', role: 'operator', name: 'Ada' });
  expect(operatorOf('ö'.repeat(100)).name).toHaveLength(100);
  expect(() => operatorOf(' ')).toThrow('--as needs a name');
  expect(() => operatorOf('a'.repeat(101))).toThrow('--as is too long: a name may have 100 characters');
  for (const control of ['\n', '\u001b', '\0', '\u2028', '\ud800']) {
    expect(() => operatorOf(`A${control}da`)).toThrow('--as may have no control characters in it');
  }
});
