import { userInfo } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { TotpOffer } from '../../../modules/identity/factors/contract.ts';
import { codeAt } from '../../../modules/identity/factors/totp.ts';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { password, signUp } from '../../testing/api-client.ts';
import { operate } from '../../testing/operators-desk.ts';
import { startShop } from '../../testing/running-shop.ts';

describe('what an operator does', () => {
  it('is recorded as done by them: by the name that they say, or have on the machine', async () => {
    const shop = await startShop({}, { passwords: quickPasswords });
    onTestFinished(shop.end);
    const [mina, rafi] = [await signUp(shop.origin), await signUp(shop.origin, 'Rafi')];
    const settings = { DATA_DIR: shop.dataDir };
    expect(await operate(settings, 'promote', mina.email, '--as', 'Ada')).toMatchObject({ code: 0, stderr: '' });
    expect(await operate(settings, 'promote', rafi.email)).toMatchObject({ code: 0, stderr: '' });
    const { stdout } = await operate(settings, 'history', '--raw', '--type', 'UserPromoted');
    const promotions = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const name = userInfo().username;
    expect(promotions.map(({ meta, data }) => [meta.actor, data.by])).toEqual([
      [{ uid: 'operator:Ada', role: 'operator', name: 'Ada' }, 'operator:Ada'],
      [{ uid: `operator:${name}`, role: 'operator', name }, `operator:${name}`],
    ]);
    // Of the email it keeps no hash either that could be found by trying.
    expect(new Set(promotions.map(({ meta }) => meta.commandId)).size).toBe(2);
  });

  it('takes the second factors away of who has lost them all', async () => {
    const shop = await startShop({}, { passwords: quickPasswords });
    onTestFinished(shop.end);
    const mina = await signUp(shop.origin);
    const { body: offer } = await mina.post<TotpOffer>('/me/factors/totp');
    const code = codeAt(offer.secret, new Date().toISOString());
    await mina.post('/me/factors/totp/confirm', { offer: offer.offer, code });
    const credentials = { email: mina.email, password };
    expect((await mina.post('/identity/sign-in', credentials)).status).toBe(401);
    const settings = { DATA_DIR: shop.dataDir };
    expect(await operate(settings, 'factors', 'reset', mina.email, '--as', 'Ada')).toMatchObject({ code: 0 });
    await expect.poll(async () => (await mina.post('/identity/sign-in', credentials)).status).toBe(200);
    const { stdout } = await operate(settings, 'history', '--raw', '--type', 'FactorsEnded');
    expect(JSON.parse(stdout)).toMatchObject({
      data: { because: 'reset-by-operator' },
      meta: { actor: { uid: 'operator:Ada', role: 'operator' } },
    });
  });

  it('needs a name', async () => {
    const { code, stderr } = await operate({}, 'promote', 'mina@example.com', '--as', ' ');
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^--as needs a name.*\n$/) });
  });
});
