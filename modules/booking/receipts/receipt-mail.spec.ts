import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openTill } from '../../../backend/testing/deciding/till.ts';
import { bookingMails } from '../mails.ts';

const someOrders = fc.uniqueArray(fc.nat(3), { minLength: 1 });

describe('the receipts of payments', () => {
  it('are one for each payment, of all that it paid, however often the shop reacts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(someOrders, { maxLength: 4 }), fc.nat(30), async (payments, crashAt) => {
        let steps = 0;
        let isBroken = false;
        const till = openTill({
          between: async () => {
            if (isBroken && steps++ === crashAt) throw new Error('The process ends here.');
          },
        });
        const orders = [await till.order(), await till.order(), await till.order(), await till.order()];
        for (const wanted of payments) {
          const ids = wanted.map((nth) => orders[nth] ?? '');
          const states = await Promise.all(ids.map(till.stateOf));
          if (states.every(({ status }) => status === 'unpaid')) till.pay(await till.begin(ids));
          isBroken = true;
          for (const message of till.messages()) await till.receive(message).catch(() => undefined);
          await till.react();
          isBroken = false;
          for (const message of till.messages()) await till.receive(message);
          await till.react();
        }
        till.reactAgain();
        await till.react();

        const letters = bookingMails({ load: ((_: unknown, id: string) => till.stateOf(id)) as never });
        const written = (await Promise.all(till.log.map((event) => letters.becauseOf(event)))).flat();
        const receipts = written.filter(({ kind }) => kind === 'receipt');
        const paid = new Map<string, string[]>();
        for (const id of orders) {
          const state = await till.stateOf(id);
          if (!('payment' in state) || !('paymentId' in state.payment)) continue;
          paid.set(state.payment.paymentId, [...(paid.get(state.payment.paymentId) ?? []), id.toUpperCase()]);
        }
        const numbersIn = ({ facts = [] }: (typeof receipts)[number]) =>
          orders.map((id) => id.toUpperCase()).filter((id) => facts.flat().join(' ').match(`\\b${id}\\b`));
        expect(receipts.map(numbersIn).sort()).toEqual([...paid.values()].map((ids) => ids.sort()).sort());
      }),
      { numRuns: 60 },
    );
  });
});
