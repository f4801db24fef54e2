import { describe, expect, it } from 'vitest';
import { signUp } from '../../testing/api-client.ts';
import { shopUnderTest } from '../shop-under-test.ts';

const shop = shopUnderTest({ NODE_ENV: 'test' });

describe('a shop that sends no mail', () => {
  it('counts addresses as they are', async () => {
    expect((await shop.shopper.get('/me/account')).body).toMatchObject({ isProved: false, mustProve: false });
    const mina = await signUp(shop.origin);
    expect((await shop.admin.put(`/user/admin/${mina.email}`)).body).toMatchObject({ modifiedCount: 1 });
  });
});
