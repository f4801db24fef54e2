import { z } from 'zod';
import type { Orders } from '../booking/money/contract.ts';
import type { Commands } from '../kernel/commands.ts';
import { FewAtOnce } from '../kernel/concurrency/few-at-once.ts';
import { Lanes } from '../kernel/concurrency/lanes.ts';
import type { View } from '../kernel/documents/view.ts';
import { type Answer, type Route, route } from '../kernel/route.ts';
import { moneyAt } from '../kernel/values/money.ts';
import { beginPayment, begunAtOnce, lanesOfOrders } from './begin-payment.ts';
import { withOrderChosen } from './choose-order.ts';
import {
  clientSecret as clientSecretSchema,
  createPaymentIntentBody,
  type ShopConfig,
  shopConfig,
  type Withdrawals,
} from './contract.ts';
import type { PaymentGateway } from './gateway.ts';
import { payableOrders } from './payable-orders.ts';
import type { RefundDocument } from './read-models/refunds.ts';
import { receiveMessage } from './receive-message.ts';
import { refundRoutes } from './refund-routes.ts';

type Wiring = {
  commands: Commands;
  orders: Orders;
  gateway: PaymentGateway;
  withdrawals: Withdrawals;
  refunds: View<RefundDocument>;
  config: ShopConfig;
  /** What a browser is told, where some of it may be another than a moment ago. */
  configNow: () => Promise<ShopConfig>;
  now: () => Date;
  pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
};

export function paymentRoutes(wiring: Wiring): Route[] {
  const { orders, gateway, refunds, config, configNow } = wiring;
  const beginning = { ...wiring, lanes: new Lanes(lanesOfOrders) };
  const begun = new FewAtOnce(begunAtOnce);
  return [
    route({
      method: 'get',
      path: '/config',
      access: 'anyone',
      summary: 'What the browser must know',
      answers: { 200: { description: 'The configuration', schema: shopConfig } },
      async handle() {
        return { status: 200, body: await configNow() };
      },
    }),
    route({
      method: 'post',
      path: '/create-payment-intent',
      access: 'user',
      summary: 'Begin to pay one or several orders',
      body: createPaymentIntentBody,
      changes: ({ bookingIds }) => bookingIds?.length ?? 1,
      answers: {
        200: { description: 'The secret with which the browser pays', schema: clientSecretSchema },
        403: { description: "Somebody else's order, and the caller is an admin" },
        404: { description: 'No such order' },
        409: {
          description:
            'It is paid, or being paid, or costs something else; or the provider charges no such sum at once (type /problems/amount-not-charged)',
        },
      },
      async handle({ body: { price, ...named }, caller, command, signal }) {
        const wanted = { ...named, price: moneyAt('price', price, config.currency) };
        const chosen = await withOrderChosen(wiring, wanted, command);
        const find = () => payableOrders(orders, caller, chosen);
        const begin = () => beginPayment(beginning, find, command, signal);
        const { clientSecret, position } = await begun.run(caller.uid, begin);
        return { status: 200, body: { clientSecret }, position };
      },
    }),
    route({
      method: 'post',
      path: '/payments/webhook',
      access: 'anyone',
      bodyAs: 'raw',
      summary: "The payment provider's signed messages",
      answers: {
        200: { description: 'Stored', schema: z.object({ received: z.literal(true) }) },
        400: { description: 'Not signed by the provider, or of no shape that is known' },
      },
      async handle({ rawBody, headers }): Promise<Answer> {
        const signature = headers['stripe-signature'];
        const message = await gateway.readWebhook(rawBody, typeof signature === 'string' ? signature : undefined);
        const position = await receiveMessage(wiring, message);
        return { status: 200, body: { received: true }, position };
      },
    }),
    ...refundRoutes({ orders, refunds }),
  ];
}
