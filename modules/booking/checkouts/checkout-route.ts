import type { Stock } from '../../catalog/stock/contract.ts';
import type { Commands } from '../../kernel/commands.ts';
import { type Route, route } from '../../kernel/route.ts';
import { decimalOf, moneyAt, sumOf } from '../../kernel/values/money.ts';
import type { UnpaidLimit } from '../ordering/unpaid-limit.ts';
import { checkout, priceOf } from './checkout.ts';
import { checkedOut, checkoutBody } from './contract.ts';
import { checkoutIdOf, lineIdOf, placeCheckout } from './place-checkout.ts';

/** POST /checkout: several tools at once, with one address; all of them or none. */
export function checkoutRoute(wiring: {
  commands: Commands;
  stock: Stock;
  unpaid: Pick<UnpaidLimit, 'place'>;
  currency: string;
}): Route {
  const { commands, unpaid, currency } = wiring;
  const exists = async (checkoutId: string) => (await commands.load(checkout, checkoutId)).status !== 'none';
  return route({
    method: 'post',
    path: '/checkout',
    access: 'user',
    summary: 'Order several tools at once: one order a line, all or none',
    body: checkoutBody,
    changes: ({ lines }) => lines.length,
    answers: {
      201: { description: 'Ordered', schema: checkedOut },
      409: {
        description:
          'Nothing was ordered: errors names each line that cannot be had or has another price; or there are as many orders without a payment as one may have, or the key is of another request',
      },
    },
    async handle({ body, caller, command }) {
      const lines = body.lines.map((line, index) => ({
        ...line,
        price: moneyAt(`lines.${index}.price`, line.price, currency),
      }));
      // Together they could not be paid, nor their price be said.
      sumOf(lines.map(({ price }) => price));
      const checkoutId = checkoutIdOf(command);
      const { checkout: placed, position } = await unpaid.place(
        checkoutId,
        caller,
        () => placeCheckout(wiring, caller, { ...body, lines }, command),
        { orders: lines.length, exists },
      );
      const insertedIds = lines.map(({ toolId }) => lineIdOf(checkoutId, toolId));
      return {
        status: 201,
        body: { acknowledged: true, insertedIds, price: decimalOf(priceOf(placed.orders)) },
        position,
      };
    },
  });
}
