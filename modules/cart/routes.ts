import type { Commands } from '../kernel/commands.ts';
import { type Route, route } from '../kernel/route.ts';
import type { View } from '../kernel/view.ts';
import { cart } from './cart.ts';
import { replaceCart } from './commands/replace-cart.ts';
import { cartReplaced, cart as cartSchema, replaceCartBody } from './contract.ts';
import type { CartDocument } from './read-models/carts.ts';

type Wiring = { readonly commands: Commands; readonly carts: View<CartDocument>; readonly now: () => Date };

export function cartRoutes({ commands, carts, now }: Wiring): Route[] {
  return [
    route({
      method: 'get',
      path: '/cart',
      access: 'user',
      summary: "The caller's cart",
      saysAsOf: true,
      answers: { 200: { description: 'What is in it, in the order in which it came', schema: cartSchema } },
      async handle({ caller }) {
        const { document, asOf } = await carts.find(caller.uid);
        return { status: 200, body: { lines: document?.lines ?? [] }, asOf };
      },
    }),
    route({
      method: 'put',
      path: '/cart',
      access: 'user',
      summary: "Puts a whole cart in the place of the caller's",
      body: replaceCartBody,
      answers: {
        200: { description: 'What is in it now', schema: cartReplaced },
        409: { description: 'Key used for another request' },
        429: { description: 'It was changed as often as it may be in a day' },
      },
      async handle({ body: { lines }, caller: { uid }, command: context }) {
        const command = { type: 'ReplaceCart', uid, lines, now: now() } as const;
        const { position } = await commands.execute(cart, uid, context, command, replaceCart);
        return { status: 200, body: { acknowledged: true, lines }, position };
      },
    }),
  ];
}
