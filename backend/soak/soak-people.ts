import { decodeJwt } from 'jose';
import type { Caller } from '../../modules/kernel/route.ts';
import type { SoakShop } from './soak-shop.ts';

export const password = 'long enough to be one';

/** The buyers of a shop, who come and are forgotten. */
export type People = {
  readonly admin: Caller;
  readonly buyers: Caller[];
  /** The emails and names of those who were. */
  readonly forgotten: Set<string>;
};

/** Signs so many people up, and one admin. */
export async function signUpPeople(shop: SoakShop, many: number): Promise<People> {
  const buyers: Caller[] = [];
  for (let n = 0; n < many; n++) buyers.push(await signUp(shop, `Buyer ${n}`, `buyer${n}@soak.example`));
  const admin = await signUp(shop, 'Admin', 'admin@soak.example');
  return { buyers, admin: { ...admin, role: 'admin' }, forgotten: new Set() };
}

async function signUp({ call }: SoakShop, name: string, email: string): Promise<Caller> {
  const { body } = await call('POST /identity/sign-up', { body: { name, email, password }, key: email });
  const { idToken } = Object(body);
  const { sub: uid = '', sid } = decodeJwt<{ sid: string }>(idToken);
  const identity = { uid, email, name, sid, provedAt: new Date() };
  await call('PUT /user/{email}', { identity, params: { email }, body: { email }, key: `user ${email}` });
  return { ...identity, role: 'user' };
}
