import { describe, expect, it } from 'vitest';
import type { MyAddress } from '../../../modules/users/addresses/contract.ts';
import type { User } from '../../../modules/users/contract.ts';
import { type ApiClient, signUp } from '../../testing/api-client.ts';
import { expectInvalid, expectPosition } from '../http/expect-problem.ts';
import { shopUnderTest } from '../shop-under-test.ts';

const shop = shopUnderTest();

const address = { street: '12 Mirpur Road', postcode: '1216', city: 'Dhaka', country: 'BD', phone: '+880 1' };
const profile = { education: 'Carpentry', location: 'Khulna', phone: '+880 2', social: 'https://example.com/me' };

const known = async (who: ApiClient) => (await who.get<MyAddress>('/me/address')).body;

describe('/me/address', () => {
  it('knows nothing of a newcomer, then their profile, then what they saved', async () => {
    const mina = await signUp(shop.origin);
    expect(await known(mina)).toEqual({});
    await mina.post('/updateuser', { ...profile, email: mina.email });
    const said = { location: profile.location, phone: profile.phone };
    expect(await known(mina)).toEqual({ profile: said });
    const saved = await mina.put('/me/address', address);
    expect(saved).toMatchObject({ status: 200, body: { acknowledged: true, modifiedCount: 1 } });
    expect(await known(mina)).toEqual({ address, profile: said });
  });

  it('keeps the last, part by part, and appends nothing for the same again', async () => {
    const mina = await signUp(shop.origin);
    await mina.put('/me/address', address);
    const { postcode: _, ...without } = address;
    const other = await mina.put('/me/address', without);
    expect(await known(mina)).toEqual({ address: without });
    const again = await mina.put('/me/address', { ...without, postcode: ' ' });
    expect(again.body).toEqual({ acknowledged: true, modifiedCount: 0 });
    expect(expectPosition(again)).toBe(expectPosition(other));
  });

  it('is removed, once, and can be saved anew', async () => {
    const mina = await signUp(shop.origin);
    await mina.put('/me/address', address);
    expect((await mina.delete('/me/address')).body).toEqual({ acknowledged: true, modifiedCount: 1 });
    expect((await mina.delete('/me/address')).body).toEqual({ acknowledged: true, modifiedCount: 0 });
    expect(await known(mina)).toEqual({});
    expect((await mina.put('/me/address', address)).body).toMatchObject({ modifiedCount: 1 });
  });

  it('is seen by nobody else, admins included: not among the users, nor in the history', async () => {
    const mina = await signUp(shop.origin);
    const street = '7 Nowhere-Else Lane';
    await mina.put('/me/address', { ...address, street });
    expect((await shop.admin.get<User[]>('/user')).text).not.toContain(street);
    expect((await shop.admin.get(`/user/${mina.email}`)).text).not.toContain(street);
    const history = await shop.admin.get('/history?type=AddressSaved');
    expect(history.text).toContain('saved an address');
    expect(history.text).not.toContain(street);
    expect((await mina.get('/me/export')).body).toMatchObject({ address: { street } });
  });

  it.each([
    ['country', 'Bangladesh'],
    ['country', undefined],
    ['street', ''],
    ['city', 7],
    ['phone', 'none'],
  ])('refuses a %s that is %j', async (field, value) => {
    expectInvalid(await shop.shopper.put('/me/address', { ...address, [field]: value }), field);
  });
});
