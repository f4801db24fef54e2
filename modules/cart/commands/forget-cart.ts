import type { Cart } from '../cart.ts';
import type { CartForgotten } from '../events.ts';

export type ForgetCart = { type: 'ForgetCart'; uid: string };

/** Forgets what a person wanted. Where there never was a cart there is nothing to forget. */
export function forgetCart({ uid }: ForgetCart, { lines, day }: Cart): CartForgotten[] {
  return lines.length === 0 && day === '' ? [] : [{ type: 'CartForgotten', data: { uid } }];
}
