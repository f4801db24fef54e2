import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SessionOver } from '../../kernel/errors.ts';
import { renewingUnderTest } from '../testing/renewing-under-test.ts';
import { grace } from './renewal.ts';

type Step =
  | { do: 'renew'; tabs: number; lost: boolean; late: number }
  | { do: 'wait'; for: number }
  | { do: 'lose the store' };

const wait = fc.oneof(fc.integer({ min: 0, max: 12_000 }), fc.constantFrom(grace - 1, grace, 840_000, 3_600_000));
const waiting = fc.record({ do: fc.constant('wait' as const), for: wait });
const renewing = fc.record({
  do: fc.constant('renew' as const),
  tabs: fc.integer({ min: 1, max: 3 }),
  lost: fc.boolean(),
  late: fc.integer({ min: 0, max: 2 }),
});
const losing = fc.constant({ do: 'lose the store' as const });

/** A browser: one cookie for all its tabs, of which several may ask at once with what is in it at that moment. */
async function browse(shop: Awaited<ReturnType<typeof renewingUnderTest>>, jar: { token: string }, step: Step) {
  if (step.do === 'wait') shop.clock.time += step.for;
  if (step.do === 'lose the store') shop.renewals.lose();
  if (step.do !== 'renew') return;
  const sent = jar.token;
  const answers: string[] = [];
  for (let tab = 0; tab < step.tabs; tab++) answers.push(await shop.renew(sent));
  // Of several answers each may come last; of one that is lost the cookie never arrives.
  const last = answers[step.late % answers.length];
  if (!step.lost && last !== undefined) jar.token = last;
}

describe('whatever comes between tabs, lost answers and the clock', () => {
  it('nobody honest is signed out, also when the store is lost', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(renewing, waiting, losing), { maxLength: 40 }), async (steps) => {
        const shop = await renewingUnderTest();
        const jar = { token: shop.started.token };
        for (const step of steps) await browse(shop, jar, step);
        expect(shop.endedBecause()).toBeUndefined();
      }),
      { numRuns: 120 },
    ));

  it('a copied cookie ends the session, as soon as both have used theirs and one comes more than 10 s behind', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(renewing, waiting), { maxLength: 20 }),
        fc.array(fc.oneof(renewing, waiting), { maxLength: 20 }),
        fc.integer({ min: grace, max: 3_600_000 }),
        async (before, between, later) => {
          const shop = await renewingUnderTest();
          const jar = { token: shop.started.token };
          for (const step of before) await browse(shop, jar, step);
          const stolen = { token: jar.token };
          // The owner goes on: what the thief has is followed by a cookie that was used.
          for (const step of between) await browse(shop, jar, step);
          jar.token = await shop.renew(jar.token);
          await shop.renew(jar.token);
          shop.clock.time += later;
          await expect(shop.renew(stolen.token)).rejects.toThrow(SessionOver);
          expect(shop.endedBecause()).toBe('reused');
          await expect(shop.renew(jar.token)).rejects.toThrow(SessionOver);
        },
      ),
      { numRuns: 80 },
    ));

  it('a thief who is faster is found by the owner’s next use', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 10 }),
        fc.integer({ min: grace, max: 840_000 }),
        async (uses, later) => {
          const shop = await renewingUnderTest();
          let stolen = shop.started.token;
          for (let n = 0; n < uses; n++) stolen = await shop.renew(stolen);
          shop.clock.time += later;
          await expect(shop.renew(shop.started.token)).rejects.toThrow(SessionOver);
          await expect(shop.renew(stolen)).rejects.toThrow(SessionOver);
        },
      ),
      { numRuns: 20 },
    ));
});
