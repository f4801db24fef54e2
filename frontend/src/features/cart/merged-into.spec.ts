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
