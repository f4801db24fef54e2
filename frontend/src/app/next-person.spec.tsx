import '../testing/browser.ts';
import { render, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { loginsQuery } from '../features/identity/google/logins-query.ts';
import { productsQuery } from '../features/products/products-query.ts';
import { noteSeen, recentlySeen } from '../lib/device/recently-seen.ts';
import { forgetAccess, storeAccess } from '../lib/session/access-token.ts';
import { signOut } from '../lib/session/session.ts';
import { fakeShop } from '../testing/fake-shop.ts';
import { fakeToken, shopper, signInAsShopper, somebodyElse } from '../testing/signed-in.ts';
import { Providers } from './providers.tsx';
import { createQueryClient } from './query-client.ts';

describe('what one person was shown', () => {
  it('is not there for the next one in the same tab, their own ways to sign in and what admins see among it', async () => {
    fakeShop.use(http.get('*/products', () => HttpResponse.json([])));
    signInAsShopper();
    const client = createQueryClient();
    render(<Providers queryClient={client}>A page</Providers>);
    const own = loginsQuery(shopper.email);
    const ofAdmins = productsQuery(shopper.email, { search: '', state: '', sort: '', after: '' });
    await client.fetchQuery(own);
    await client.fetchQuery(ofAdmins);
    forgetAccess();
    expect(client.getQueryData(own.queryKey)).toBeUndefined();
    expect(client.getQueryData(ofAdmins.queryKey)).toBeUndefined();
  });

  it('is not there for one who takes their place without a sign-out between, and is for who was renewed', async () => {
    signInAsShopper();
    const client = createQueryClient();
    render(<Providers queryClient={client}>A page</Providers>);
    const own = loginsQuery(shopper.email);
    await client.fetchQuery(own);
    noteSeen('t1');
    signInAsShopper();
    expect(client.getQueryData(own.queryKey)).toBeDefined();
    expect(recentlySeen()).toEqual(['t1']);
    storeAccess(fakeToken({ email: somebodyElse.email }), somebodyElse);
    expect(client.getQueryData(own.queryKey)).toBeUndefined();
    expect(recentlySeen()).toEqual([]);
  });

  it('is kept under their email wherever it is asked for as their own', () => {
    const sources = import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true });
    const asking = Object.entries(sources).filter(
      ([path, text]) => !path.includes('.spec.') && text.includes('queryOptions(') && /get<.*>\('\/me\//.test(text),
    );
    expect(asking.length).toBeGreaterThan(4);
    expect(asking.filter(([, text]) => !text.includes("queryKey: ['private', email")).map(([path]) => path)).toEqual(
      [],
    );
  });
});

it('is not who has signed out without an answer: any page that is opened says it to the shop again', async () => {
  signInAsShopper();
  fakeShop.use(http.post('*/identity/sign-out', () => HttpResponse.error()));
  await signOut();
  let isHeard = false;
  fakeShop.use(
    http.post('*/identity/sign-out', () => {
      isHeard = true;
      return new HttpResponse(null, { status: 204 });
    }),
  );
  render(<Providers queryClient={createQueryClient()}>A page</Providers>);
  await waitFor(() => expect(isHeard).toBe(true));
});
