import { z } from 'zod';
import type { Orders } from '../booking/contract.ts';
import type { Commands } from '../kernel/commands.ts';
import { moneyAt } from '../kernel/money.ts';
import { type Answer, type Route, route } from '../kernel/route.ts';
import {
  clientSecret as clientSecretSchema,
  createPaymentIntentBody,
  type ShopConfig,
  shopConfig,
} from './contract.ts';
import type { PaymentGateway } from './gateway.ts';
import { recordFailure } from './record-failure.ts';
import { clientSecretOf, payableOrder } from './request-intent.ts';
import { settle } from './settle.ts';

type Wiring = { commands: Commands; orders: Orders; gateway: PaymentGateway; config: ShopConfig };

export function paymentRoutes({ commands, orders, gateway, config }: Wiring): Route[] {
  return [
    route({
      method: 'get',
      path: '/config',
      access: 'anyone',
      summary: 'What the browser must know',
      answers: { 200: { description: 'The configuration', schema: shopConfig } },
      handle: async () => ({ status: 200, body: config }),
    }),
    route({
      method: 'post',
      path: '/create-payment-intent',
      access: 'user',
      summary: 'Begin to pay an order',
      body: createPaymentIntentBody,
      answers: {
        200: { description: 'The secret with which the browser pays', schema: clientSecretSchema },
        403: { description: "Somebody else's order, and the caller is an admin" },
        404: { description: 'No such order' },
        409: { description: 'It is paid, or costs something else' },
      },
      async handle({ body, caller, command }) {
        const wanted = { bookingId: body.bookingId, price: moneyAt('price', body.price, config.currency) };
        const order = await payableOrder({ orders }, caller, wanted);
        const { clientSecret, position } = await clientSecretOf({ commands, orders, gateway }, order, command);
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
        const message = gateway.readWebhook(rawBody, typeof signature === 'string' ? signature : undefined);
        const received = { status: 200, body: { received: true } };
        switch (message.kind) {
          case 'succeeded': {
            const { paymentId: bookingId, intentId, currency } = message;
            if (!(await isOurs(bookingId))) return received;
            const position = await settle(commands, {
              bookingId,
              intentId,
              amount: { amount: message.amount, currency },
            });
            return { ...received, position };
          }
          case 'failed':
            if (!(await isOurs(message.paymentId))) return received;
            return { ...received, position: await recordFailure(commands, message) };
          case 'canceled': // The reconciler lets the intent expire; the next wish to pay makes a new one.
          case 'processing':
          case 'refund': // Only this shop gives money back, and it records that itself.
          case 'dispute':
          case 'ignored':
            return received;
        }
      },
    }),
  ];

  /** Other shops may share the provider's account; their orders are not ours. */
  async function isOurs(bookingId: string): Promise<boolean> {
    return orders.exists(bookingId);
  }
}
