import type { ShopUnderTest } from '../shop-under-test.ts';

/** What goes over the wire; made anew for each call, so that every call finds what it is about untouched. */
export type Asked = {
  readonly path: string;
  readonly body?: unknown;
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
};

/** What nobody, the shopper whom the call is about, another shopper and an admin are answered. */
export type Statuses = readonly [nobody: number, shopper: number, other: number, admin: number];

export type EveryCall = {
  /** As the OpenAPI document names it. */
  readonly call: string;
  /** Which token proves who is calling, where one must. */
  readonly proof: 'none' | 'access token' | 'ID token';
  readonly statuses: Statuses;
  /** What the shopper asks for. */
  readonly ask: (shop: ShopUnderTest) => Asked | Promise<Asked>;
};

export const call = (
  name: string,
  proof: EveryCall['proof'],
  statuses: Statuses,
  ask: (shop: ShopUnderTest) => Asked | Promise<Asked>,
): EveryCall => ({ call: name, proof, statuses, ask });

/** The same to everybody. */
export const anyone = (status: number): Statuses => [status, status, status, status];
