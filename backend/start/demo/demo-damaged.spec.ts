import { expect, it } from 'vitest';
import { DamagedStream } from '../../../modules/kernel/errors.ts';
import { start } from '../../../modules/kernel/event-store.ts';
import { demoPeople } from './demo-people.ts';
import { demoAdmin, demoPassword, demoShopper, seed } from './seed.ts';

const damaged = () => Promise.reject(new DamagedStream('account-a1', 'It is broken.'));

it('a demo whose last review cannot be read is not seeded again, and opens', async () => {
  const store = { readStream: damaged };
  expect(await seed({ store } as never)).toBe(start);
});

it('who a demo can be entered as is said of the one whose account can be read', async () => {
  const accounts = {
    findByEmail: (email: string) =>
      email === demoAdmin.email ? damaged() : Promise.resolve({ uid: 'u2', email, passwordHash: 'a hash' }),
    prove: async () => undefined,
  };
  const factors = { own: { of: async () => ({ factors: [] }) } };
  const people = demoPeople({ accounts, factors } as never);
  expect(await people()).toEqual({ emails: [demoShopper.email], password: demoPassword });
});
