import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asOften } from '../../backend/testing/as-often.ts';
import { openTill } from '../../backend/testing/deciding/till.ts';
import { settledHow } from '../booking/money/contract.ts';
import { everything, expectRight, watchOver, whatHappened } from './testing/reckoning.ts';
import { type Cast, Crash, carryOut, passing, settleAll, step, story, verdicts } from './testing/story.ts';

/** What a call to the provider meets: mostly nothing. */
const trouble = fc.constantFrom(
  ...Array.from({ length: 10 }, () => undefined),
  'fails before' as const,
  'fails after' as const,
  'loses the request' as const,
  'loses the answer' as const,
  'takes nothing for this shop' as const,
  'is at it' as const,
);

/** How many histories are tried, unless told otherwise, each made of a seed that a failure prints. */
const histories = Number(process.env.PAYMENT_HISTORIES ?? asOften(250, 5_000));
/** Milliseconds that they may take: a busy machine gives them a fraction of a core. No less than any other test has. */
const patience = Math.max(180_000, histories * 60);

describe('money', () => {
  const met = new Map<string, number>();

  const tryHistories = () =>
    fc.assert(
      fc.asyncProperty(
        story,
        fc.array(trouble, { maxLength: 30 }),
        fc.uniqueArray(fc.nat(150), { maxLength: 3 }),
        fc.array(fc.constantFrom(...verdicts), { maxLength: 3 }),
        fc.uniqueArray(fc.nat(30), { maxLength: 30 }),
        fc.array(fc.constantFrom(undefined, ...settledHow), { maxLength: 3 }),
        fc.boolean(),
        async (steps, troubles, crashes, decided, lost, seenTo, soon) => {
          let calls = 0;
          let isMended = false;
          const till = openTill({
            async between() {
              calls += 1;
              if (!isMended && crashes.includes(calls)) throw new Crash();
            },
          });
          till.fail(...troubles);
          const cast: Cast = {
            orders: [await till.order(1999), await till.order(500), await till.order(700)],
            secrets: [],
          };
          const look = watchOver(till);
          for (const each of steps) {
            await passing(() => carryOut(till, each, cast));
            await look();
          }
          isMended = true;
          till.mend();
          await settleAll(till, { verdicts: decided, lost, seenTo, soon });
          await look();
          await expectRight(till, cast);
          for (const what of whatHappened(till)) met.set(what, (met.get(what) ?? 0) + 1);
        },
      ),
      { numRuns: histories },
    );

  it(
    'is taken for no order that is gone, and all of it is accounted for, whatever goes wrong in whatever order',
    { timeout: patience },
    tryHistories,
  );

  it('was taken, kept, given back and lost in many of those histories, and much went wrong', {
    timeout: 3 * patience,
  }, async () => {
    const rare = () => everything.filter((what) => (met.get(what) ?? 0) < histories / 1_000);
    // What is in one of a hundred is in none of five hundred now and then: more are tried then.
    for (let again = 0; again < 3 && rare().length > 0; again++) await tryHistories();
    expect(rare(), JSON.stringify(Object.fromEntries(met))).toEqual([]);
  });

  it('is taken once for an order, and for none that is gone, however all who want something of it come between one another', () =>
    fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(
          step.filter((each) => ['begin', 'remove', 'remove all', 'expire', 'reconcile'].includes(each.do)),
          { minLength: 2, maxLength: 6 },
        ),
        async (scheduler, steps) => {
          let isMended = false;
          const till = openTill({
            between: async (what) => (isMended ? undefined : void (await scheduler.schedule(Promise.resolve(), what))),
          });
          const cast: Cast = {
            orders: [await till.order(1999), await till.order(500), await till.order(700)],
            secrets: [],
          };
          till.later(24 * 3_600_000 + 60_000);
          const all = steps.map(async (each) => {
            const known = cast.secrets.length;
            await passing(() => carryOut(till, each, cast));
            // Whoever gets a secret pays at once.
            for (const secret of cast.secrets.slice(known)) till.pay(secret);
          });
          await scheduler.waitFor(Promise.all(all));
          isMended = true;
          await settleAll(till);
          await expectRight(till, cast);
          expect(till.ofType('PaymentUnmatched')).toEqual([]);
        },
      ),
      { numRuns: 150 },
    ));
});
