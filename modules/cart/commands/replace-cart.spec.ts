import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { fold } from '../../kernel/aggregate.ts';
import { TooMany } from '../../kernel/errors.ts';
import { type Cart, cart, tagOf } from '../cart.ts';
import type { CartLine } from '../contract.ts';
import { cartChanged, cartForgotten, cartOrdered } from '../testing/examples.ts';
import { forgetCart } from './forget-cart.ts';
import { CartChangedMeanwhile, mostChangesADay, replaceCart } from './replace-cart.ts';
import { takeOrdered } from './take-ordered.ts';

const now = new Date('2026-01-02T03:04:05.000Z');
const replace =
  (lines: readonly CartLine[], at = now) =>
  (state: Cart) =>
    replaceCart({ type: 'ReplaceCart', uid: 'u1', lines, now: at }, state);
const line = (toolId: string, quantity: number) => ({ toolId, quantity });

describe('replacing a cart', () => {
  it('says what is wanted now', () =>
    given(cart)
      .when(replace([line('t1', 2)]))
      .then(cartChanged()));

  it('says nothing when nothing changes', () => {
    given(cart).when(replace([])).thenNothing();
    given(cart, cartChanged())
      .when(replace([line('t1', 2)]))
      .thenNothing();
    const both = cartChanged({ lines: [line('t1', 2), line('t2', 1)] });
    given(cart, both)
      .when(replace([line('t2', 1), line('t1', 2)]))
      .thenNothing();
  });

  it('says only what changed', () => {
    const both = cartChanged({ lines: [line('t1', 2), line('t2', 1)] });
    given(cart, both)
      .when(replace([line('t2', 5), line('t3', 1)]))
      .then(cartChanged({ lines: [line('t1', 0), line('t2', 5), line('t3', 1)] }));
  });

  it('is refused once it was changed as often as one may in a day, and taken again the next', () => {
    const changes = Array.from({ length: mostChangesADay }, (_, index) =>
      cartChanged({ lines: [line('t1', index + 1)] }),
    );
    given(cart, ...changes)
      .when(replace([]))
      .thenThrows(TooMany, /tomorrow/);
    const tomorrow = new Date('2026-01-03T00:00:00.000Z');
    given(cart, ...changes)
      .when(replace([], tomorrow))
      .then(cartChanged({ lines: [line('t1', 0)], at: tomorrow.toISOString() }));
  });

  it('is refused where it rests on another cart, unless it says what is there already', () => {
    const resting = (ifMatch: string, ...lines: readonly CartLine[]) => {
      return (state: Cart) => replaceCart({ type: 'ReplaceCart', uid: 'u1', lines, now, ifMatch }, state);
    };
    const other = cartChanged({ lines: [line('t2', 1)] });
    given(cart, other)
      .when(resting(tagOf([]), line('t1', 2)))
      .thenThrows(CartChangedMeanwhile, /another device/);
    given(cart, other)
      .when(resting(tagOf([]), line('t2', 1)))
      .thenNothing();
    given(cart, other)
      .when(resting(tagOf([line('t2', 1)]), line('t2', 1), line('t1', 2)))
      .then(cartChanged());
  });

  it('leaves exactly what was asked for, after any others', () => {
    const lines = fc.uniqueArray(
      fc.record({ toolId: fc.constantFrom('a', 'b', 'c', 'd'), quantity: fc.integer({ min: 1, max: 3 }) }),
      { selector: ({ toolId }) => toolId },
    );
    const byTool = (all: readonly CartLine[]) => [...all].sort((one, other) => (one.toolId < other.toolId ? -1 : 1));
    fc.assert(
      fc.property(fc.array(lines, { minLength: 1 }), (carts) => {
        let state = cart.initial;
        for (const wanted of carts) {
          state = fold({ ...cart, initial: state }, replace(wanted)(state));
          expect(byTool(state.lines)).toEqual(byTool(wanted));
        }
      }),
    );
  });
});

describe('what was ordered', () => {
  const take =
    (...toolIds: string[]) =>
    (state: Cart) =>
      takeOrdered({ type: 'TakeOrdered', uid: 'u1', checkoutId: 'c1', toolIds }, state);

  it('leaves the cart, however many of it are wanted by now', () =>
    given(cart, cartChanged({ lines: [line('t1', 9), line('t2', 1)] }))
      .when(take('t1', 't3'))
      .then(cartOrdered()));

  it('changes nothing when it was in no cart', () => given(cart, cartChanged()).when(take('t2')).thenNothing());

  it('is not in the cart any more', () => given(cart, cartChanged(), cartOrdered()).when(replace([])).thenNothing());
});

describe('forgetting a cart', () => {
  const forget = (state: Cart) => forgetCart({ type: 'ForgetCart', uid: 'u1' }, state);

  it('says so, of who had one', () => {
    given(cart, cartChanged()).when(forget).then(cartForgotten());
    given(cart, cartChanged(), cartOrdered()).when(forget).then(cartForgotten());
  });

  it('has nothing to say of who had none', () => given(cart).when(forget).thenNothing());
});
