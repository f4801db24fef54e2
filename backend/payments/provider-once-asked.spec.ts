import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../start/settings/config.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { openProvider } from './provider.ts';
import { providerOnceAsked } from './provider-once-asked.ts';

describe('the provider of who works beside a shop', () => {
  const secret = new Uint8Array(32).fill(7);
  const onFault = () => {};

  it('is opened when something is asked of it, and no sooner', async () => {
    const folder = temporaryFolder();
    const provider = providerOnceAsked(readConfig({ DATA_DIR: folder }), secret, onFault);
    expect(existsSync(join(folder, 'sandbox.db'))).toBe(false);
    // There is no shop beside it that could answer.
    await expect(provider.gateway.refundById('re_1')).rejects.toThrow();
    expect(existsSync(join(folder, 'sandbox.db'))).toBe(true);
    await provider.close();
  });

  it('is shown as the shop shows it', async () => {
    const stripe = {
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    };
    for (const settings of [{}, stripe]) {
      const config = readConfig({ DATA_DIR: temporaryFolder(), ...settings });
      const shops = await openProvider(config, secret, () => 'http://localhost', onFault);
      expect(providerOnceAsked(config, secret, onFault).shown).toEqual(shops.shown);
      await shops.close();
    }
  });

  it('has nothing to close where nothing was asked of it, or it could not be opened', async () => {
    const config = readConfig({ DATA_DIR: join(temporaryFolder(), 'that-is-not-there') });
    const provider = providerOnceAsked(config, secret, onFault);
    await provider.close();
    await expect(provider.gateway.intent('pi_1')).rejects.toThrow('cannot be used for the payment sandbox');
    await provider.close();
  });
});
