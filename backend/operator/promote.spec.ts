import { userInfo } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { quickPasswords } from '../doubles/quick-passwords.ts';
import { signUp } from '../testing/api-client.ts';
import { startShop } from '../testing/running-shop.ts';
import { runOperator } from '../testing/shop-process.ts';

describe('what an operator does', () => {
  it('is recorded as done by them: by the name that they say, or have on the machine', async () => {
    const shop = await startShop({}, { passwords: quickPasswords });
    onTestFinished(shop.end);
    const [mina, rafi] = [await signUp(shop.origin), await signUp(shop.origin, 'Rafi')];
    const settings = { DATA_DIR: shop.dataDir };
    expect(await runOperator(settings, 'promote', mina.email, '--as', 'Ada')).toMatchObject({ code: 0, stderr: '' });
    expect(await runOperator(settings, 'promote', rafi.email)).toMatchObject({ code: 0, stderr: '' });
    const { stdout } = await runOperator(settings, 'history', '--type', 'UserPromoted');
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

  it('needs a name', async () => {
    const { code, stderr } = await runOperator({}, 'promote', 'mina@example.com', '--as', ' ');
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^--as needs a name.*\n$/) });
  });
});
