import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openTill } from '../../../backend/testing/deciding/till.ts';
import { DamagedStream, Unavailable } from '../../kernel/errors.ts';
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

  it.each([0, 1])(
    'are of all that were paid, though one could not be read as the money came, which keeps no other unpaid: %i',
    async (which) => {
      let damaged: string | undefined;
      const till = openTill({
        between: async (what, id) => {
          if (id === damaged && what === 'PayBooking') throw new DamagedStream(`booking-${id}`, 'It is broken.');
        },
      });
      const ids = [await till.order(), await till.order(), await till.order()];
      till.pay(await till.begin(ids));
      damaged = ids[which];
      for (const message of till.messages()) await till.receive(message);
      await till.react();
      const statuses = async () => (await Promise.all(ids.map(till.stateOf))).map(({ status }) => status);
      expect(await statuses()).toEqual(ids.map((id) => (id === damaged ? 'unpaid' : 'paid')));
      const letters = bookingMails({ load: ((_: unknown, id: string) => till.stateOf(id)) as never });
      const write = () => Promise.all(till.ofType('BookingPaid').map((event) => letters.becauseOf(event)));
      await expect(write()).rejects.toThrow(Unavailable);
      damaged = undefined;
      await till.react();
      expect(await statuses()).toEqual(['paid', 'paid', 'paid']);
      const receipts = (await write()).flat();
      expect(receipts.map(({ subject }) => subject)).toEqual([expect.stringContaining('3 orders')]);
    },
  );
});
