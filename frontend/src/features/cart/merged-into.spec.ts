import { expect, it } from 'vitest';
import { mergedInto } from './merged-into.ts';

const line = { toolId: 't1', quantity: 2 };
const emptied = { who: 'a@b.c', lines: [], unsaved: true, base: [line], ordered: 'b7' };

it.each([
  ['none', [], 'b7'],
  ['one of another device', [{ toolId: 't2', quantity: 1 }], undefined],
])(
  'a cart of which an order took the lines knows of it in step with the account, unless that has lines anew: %s',
  (_, account, ordered) => {
    expect(mergedInto('a@b.c', emptied, account)).toEqual({
      who: 'a@b.c',
      lines: account,
      ...(ordered && { ordered }),
    });
  },
);

it('a cart that another device empties, in the account, knows that until something is in it again', () => {
  const elsewhere = mergedInto('a@b.c', { who: 'a@b.c', lines: [line] }, []);
  expect(elsewhere).toEqual({ who: 'a@b.c', lines: [], emptiedElsewhere: true });
  expect(mergedInto('a@b.c', elsewhere, [])).toEqual(elsewhere);
  expect(mergedInto('a@b.c', elsewhere, [line])).toEqual({ who: 'a@b.c', lines: [line] });
});

it('a cart that is emptied here knows nothing of another device', () => {
  const byHand = { who: 'a@b.c', lines: [], unsaved: true, base: [line] };
  expect(mergedInto('a@b.c', byHand, [line])).toEqual(byHand);
  expect(mergedInto('a@b.c', byHand, [])).toEqual({ who: 'a@b.c', lines: [] });
});

it('a cart of which an order left a line does not take that for ordered where another device takes it out', () => {
  const rest = { who: 'a@b.c', lines: [line], ordered: 'b7' };
  expect(mergedInto('a@b.c', rest, [line])).toEqual(rest);
  expect(mergedInto('a@b.c', rest, [])).toEqual({ who: 'a@b.c', lines: [], emptiedElsewhere: true });
});
