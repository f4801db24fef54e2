import { z } from 'zod';
import { price } from '../kernel/wire.ts';

export const createPaymentIntentBody = z
  .object({ price, bookingId: z.string().min(1).optional() })
  .meta({ id: 'CreatePaymentIntent' });

export const clientSecret = z.object({ clientSecret: z.string() }).meta({ id: 'ClientSecret' });

/** What the browser must know before it can take a card. */
export const shopConfig = z
  .object({
    payments: z.object({ provider: z.enum(['stripe', 'sandbox']), publishableKey: z.string() }),
    google: z.boolean(),
    currency: z.string(),
  })
  .meta({ id: 'ShopConfig' });
export type ShopConfig = z.infer<typeof shopConfig>;
