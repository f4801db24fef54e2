import { describe, expect, it } from 'vitest';
import { compared, fieldsOf, type State, steppedStates } from './stepped-states.ts';

const stepped = (before: State, ...changes: Parameters<typeof steppedStates>[0]['steps'][number]['changes'][]) =>
  steppedStates({ before, steps: changes.map((all) => ({ changes: all })) as never });

describe('what something was, step by step', () => {
  it('is what it was before, with what each step changed', () =>
    expect(
      stepped(
        { paid: false, note: 'x' },
        [{ field: 'paid', before: false, after: true }],
        [{ field: 'note', before: 'x' }],
        [],
      ),
    ).toEqual([{ paid: false, note: 'x' }, { paid: true, note: 'x' }, { paid: true }, { paid: true }]));

  it('begins and ends with nothing', () =>
    expect(stepped(null, [{ field: 'paid', after: true }], [{ field: 'paid', before: true }])).toEqual([
      null,
      { paid: true },
      null,
    ]));
});

describe('two states', () => {
  it('are compared field by field, inside as well, each in its place', () =>
    expect(
      compared({ a: 1, day: { orders: 1, revenue: 5 } }, { day: { orders: 2, revenue: 5 }, z: [1] }, ['z', 'a']),
    ).toEqual([
      { field: 'z', before: undefined, after: [1], is: 'new' },
      { field: 'a', before: 1, after: undefined, is: 'gone' },
      { field: 'day.orders', before: 1, after: 2, is: 'changed' },
      { field: 'day.revenue', before: 5, after: 5, is: 'same' },
    ]));

  it('have lists and money as one value, and nothing where there is none', () => {
    const price = { amount: 124_950, currency: 'usd' };
    expect([...fieldsOf({ list: [{ a: 1 }], share: { of: 'b1', price }, nothing: null })]).toEqual([
      ['list', [{ a: 1 }]],
      ['share.of', 'b1'],
      ['share.price', price],
      ['nothing', null],
    ]);
    expect(fieldsOf(null).size).toBe(0);
  });
});
