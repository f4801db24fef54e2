import { z } from 'zod';
import { acknowledged, pieces, sentId } from '../kernel/wire/wire.ts';
import { mostLines } from './bounds/contract.ts';

const cartLine = z.object({ toolId: sentId, quantity: pieces(1, 'Must be at least 1') }).meta({ id: 'CartLine' });
export type CartLine = z.infer<typeof cartLine>;

export const cart = z.object({ lines: z.array(cartLine) }).meta({ id: 'Cart' });
export type Cart = z.infer<typeof cart>;

export const replaceCartBody = z
  .object({
    lines: z
      .array(cartLine)
      .max(mostLines, `A cart has at most ${mostLines} lines`)
      .refine((lines) => new Set(lines.map(({ toolId }) => toolId)).size === lines.length, 'Name each tool once'),
  })
  .meta({ id: 'ReplaceCart' });

export const cartReplaced = acknowledged.extend({ lines: z.array(cartLine) }).meta({ id: 'CartReplaced' });
