import type { Commands } from '../kernel/commands.ts';
import type { View } from '../kernel/documents/view.ts';
import { type Route, route } from '../kernel/route.ts';
import { cart, tagOf } from './cart.ts';
import { replaceCart } from './commands/replace-cart.ts';
import { type CartLine, cartReplaced, cart as cartSchema, replaceCartBody } from './contract.ts';
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
      isTagged: true,
      answers: { 200: { description: 'What is in it, in the order in which it came', schema: cartSchema } },
      async handle({ caller }) {
        const { document, asOf } = await carts.find(caller.uid);
        const lines = document?.lines ?? [];
        return { status: 200, body: { lines }, asOf, headers: { ETag: tagOf(lines) } };
      },
    }),
    route({
      method: 'put',
      path: '/cart',
      access: 'user',
      summary: "Puts a whole cart in the place of the caller's",
      body: replaceCartBody,
      isTagged: true,
      answers: {
        200: { description: 'What is in it now', schema: cartReplaced },
        409: { description: 'Key used for another request' },
        412: { description: 'It is not as If-Match says; nothing was changed' },
        429: { description: 'It was changed as often as it may be in a day' },
      },
      async handle({ body: { lines }, caller: { uid }, headers, command: context }) {
        const command = {
          type: 'ReplaceCart',
          uid,
          lines,
          now: now(),
          ifMatch: headers['if-match']?.toString(),
        } as const;
        const { position, state } = await commands.execute(cart, uid, context, command, replaceCart);
        // The answer to a key that comes again may be of a cart that is another by now: it has no tag of these lines then.
        const tagged = isReplacedBy(state.lines, lines) && { headers: { ETag: tagOf(state.lines) } };
        return { status: 200, body: { acknowledged: true, lines }, position, ...tagged };
      },
    }),
  ];
}

/** Whether a cart has these lines, in whichever order. */
function isReplacedBy(cart: readonly CartLine[], lines: readonly CartLine[]): boolean {
  const there = new Map(cart.map(({ toolId, quantity }) => [toolId, quantity]));
  return there.size === lines.length && lines.every(({ toolId, quantity }) => there.get(toolId) === quantity);
}
