import { describe, expect, it } from 'vitest';
import { DamagedStream } from '../../../modules/kernel/errors.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { ApiClient } from '../../testing/api-client.ts';
import { startShop } from '../../testing/running-shop.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { BadSetting, readConfig } from '../settings/config.ts';
import { refuseDemoAdmin } from './demo-admin.ts';
import { demoAdmin, demoPassword } from './seed.ts';

const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
const forOthers = { ...stripe, SEED: 'none', PUBLIC_URL: 'https://shop.example', TRUST_PROXY: '0' };

/** Opens a shop on a data directory, and closes it; resolves to what it was used for meanwhile. */
async function during<Result>(settings: Readonly<Record<string, string>>, use?: (origin: string) => Promise<Result>) {
  const shop = await startShop(settings);
  try {
    return await use?.(shop.origin);
  } finally {
    await shop.close();
  }
}

describe('a shop for others', () => {
  it('is refused while the demo’s admin can sign in with the known password', async () => {
    const DATA_DIR = temporaryFolder();
    await during({ DATA_DIR, SEED: 'demo' });
    await expect(startShop({ ...forOthers, DATA_DIR })).rejects.toThrow(BadSetting);
    await expect(startShop({ ...forOthers, DATA_DIR })).rejects.toThrow(/^DEMO must be public [^\n]+$/);
    await during({ ...forOthers, DATA_DIR, DEMO: 'public' });
  });

  it('is not closed by a stranger who opens an account under that name', async () => {
    const DATA_DIR = temporaryFolder();
    const account = { ...demoAdmin, password: demoPassword };
    const signUp = (origin: string) => new ApiClient(origin).post('/identity/sign-up', account);
    expect(await during({ ...forOthers, DATA_DIR }, signUp)).toMatchObject({ status: 201 });
    await during({ ...forOthers, DATA_DIR });
  });

  it.each([
    { damaged: 'account', opens: true },
    { damaged: 'user', opens: false },
  ])('that cannot read the $damaged of the demo’s admin opens: $opens', async ({ damaged, opens }) => {
    const said: string[] = [];
    const log = openLog('error', { write: (line: string) => void said.push(line) });
    const readable = (what: string) => {
      if (what === damaged) throw new DamagedStream(`${what}-a1`, 'It is broken.');
    };
    const accounts = {
      async signIn() {
        readable('account');
        return { uid: 'u1', email: demoAdmin.email, name: demoAdmin.name, accountId: 'a1', generation: 0 };
      },
    };
    const admins = {
      async includes() {
        readable('user');
        return true;
      },
    };
    const refused = refuseDemoAdmin(readConfig(forOthers), { identity: { accounts }, users: { admins }, log });
    if (!opens) return expect(refused).rejects.toThrow(DamagedStream);
    await refused;
    expect(said.join()).toMatch(/account-a1 cannot be read.*please start the shop again/);
  });
});
