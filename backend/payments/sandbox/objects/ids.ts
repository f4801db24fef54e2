import { randomBytes } from 'node:crypto';

/** Makes ids in Stripe's manner, `pi_` or `evt_` and letters and digits nobody can guess. */
export type Ids = (prefix: string) => string;

export const randomIds: Ids = (prefix) =>
  prefix + [...randomBytes(24)].map((byte) => letters[byte % letters.length]).join('');

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
