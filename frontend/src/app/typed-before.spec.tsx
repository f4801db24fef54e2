import { act, screen, waitFor } from '@testing-library/react';
import type { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { deletedByHand, forgetAccess, storeAccess, storedAccess } from '../lib/session/access-token.ts';
import { renew, signedOutByHand, signOut } from '../lib/session/session.ts';
import { fakeShop, hammer, problem, unpaid } from '../testing/fake-shop.ts';
import { openPage } from '../testing/open-page.tsx';
import {
  fakeToken,
  shoppersProfile,
  signInAsShopper,
  signOutInAnotherTab,
  somebodyElse,
} from '../testing/signed-in.ts';

type User = ReturnType<typeof userEvent.setup>;
const review = { _id: 'r7', review: 'Mine', description: 'Yes.', name: 'Rita', at: unpaid.at };

function shopOfAnAdmin() {
  fakeShop.use(
    http.get('*/admin/:email', () => HttpResponse.json({ admin: true })),
    http.get('*/user/:email', () => HttpResponse.json(shoppersProfile)),
    http.get('*/products', () => HttpResponse.json([hammer])),
    http.get('*/tool/categories', () => HttpResponse.json([])),
    http.get('*/booking/:id', () => HttpResponse.json({ ...unpaid, status: 'paid', paid: true })),
    http.get('*/history', () => HttpResponse.json([])),
    http.get('*/reviews', () => HttpResponse.json([review])),
  );
}

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(new RegExp(`^${label}`));

async function type(user: User, label: string, text: string) {
  const place = await field(label);
  await user.clear(place);
  await user.type(place, text);
}

const press = (name: string) => async (user: User) => user.click(await screen.findByRole('button', { name }));

async function isSignedOut() {
  act(() => forgetAccess('The session is over.'));
  await screen.findByRole('heading', { name: 'Login' });
}

describe('what is typed when a session ends', () => {
  beforeEach(() => {
    sessionStorage.clear();
    signInAsShopper();
    shopOfAnAdmin();
  });

  it.each<[string, string, string[], ((user: User) => Promise<void>)?]>([
    ['a profile', '/dashboard/myprofile', ['Education']],
    ['a new product', '/dashboard/manageproducts', ['Description']],
    ['a product and its stock', '/dashboard/products?edit=t1', ['Description', 'Reason']],
    ['an order’s parcel and note', '/dashboard/orders/b1', ['Tracking number', 'A note for admins']],
    ['a refund', '/dashboard/orders/b1', ['Amount', 'Reason'], press('Refund')],
    ['why a review is hidden', '/dashboard/review', ['Reason'], press('Hide the review “Mine”')],
  ])('is there again after the login: %s', async (_, address, labels, open) => {
    const user = openPage(address);
    await open?.(user);
    for (const label of labels) await type(user, label, `7 ${label}`);
    await isSignedOut();
    await screen.findByText('The session is over. What you filled in is kept until you log in again.');
    act(() => void signInAsShopper());
    await open?.(user);
    for (const label of labels) await waitFor(async () => expect((await field(label)).value).toBe(`7 ${label}`));
  });

  it('puts nothing back of what was not typed, and was corrected elsewhere meanwhile', async () => {
    const user = openPage('/dashboard/myprofile');
    await type(user, 'Education', 'Half');
    await isSignedOut();
    fakeShop.use(http.get('*/user/:email', () => HttpResponse.json({ ...shoppersProfile, phone: '+880 2' })));
    act(() => void signInAsShopper());
    await waitFor(async () => expect((await field('Education')).value).toBe('Half'));
    expect((await field('Phone')).value).toBe('+880 2');
  });

  it('is gone once its person signs out, also where the session turned out to be over as they did', async () => {
    const user = openPage('/dashboard/review');
    await type(user, 'Description', 'Half');
    act(() => forgetAccess(''));
    await waitFor(() => expect(sessionStorage.getItem('typedBefore')).toContain('Half'));
    act(() => forgetAccess(undefined, signedOutByHand));
    expect(sessionStorage.getItem('typedBefore')).toBeNull();
  });

  it('is kept also where it ended without a word, and one is led home', async () => {
    const user = openPage('/dashboard/review');
    await type(user, 'Description', 'Half');
    fakeShop.use(http.post('*/identity/refresh', () => problem(401, 'Sign in first.')));
    await act(() => renew(storedAccess()?.token ?? ''));
    await user.click(await screen.findByRole('link', { name: 'Login' }));
    await screen.findByText('What you filled in is kept until you log in again.');
    act(() => void signInAsShopper());
    const { click } = user;
    await click(await screen.findByRole('link', { name: 'Dashboard' }));
    await click(await screen.findByRole('link', { name: 'Add a Review' }));
    expect((await field('Description')).value).toBe('Half');
  });

  it('is gone once its person has signed out', async () => {
    const user = openPage('/dashboard/orders/b1');
    await type(user, 'A note for admins', 'Half');
    await act(() => signOut());
    await waitFor(() => expect(screen.queryByLabelText(/^A note/)).toBeNull());
    expect(sessionStorage.getItem('typedBefore')).toBeNull();
  });

  it('is gone once somebody else is signed in', async () => {
    const user = openPage('/dashboard/orders/b1');
    await type(user, 'A note for admins', 'Half');
    await isSignedOut();
    expect(sessionStorage.getItem('typedBefore')).toContain('Half');
    act(() => storeAccess(fakeToken({ email: somebodyElse.email }), somebodyElse));
    expect((await field('A note for admins')).value).toBe('');
    expect(sessionStorage.getItem('typedBefore')).toBeNull();
  });

  it('is there again after somebody has signed out in another tab, for them alone', async () => {
    const user = openPage('/dashboard/review');
    await type(user, 'Description', 'Half');
    act(() => signOutInAnotherTab(signedOutByHand));
    await screen.findByText('You signed out in another tab. What you filled in is kept until you log in again.');
    act(() => void signInAsShopper());
    expect((await field('Description')).value).toBe('Half');
    await screen.findByRole('heading', { name: 'Add a Review' });
  });

  it('is gone where their account was deleted in another tab, which is said', async () => {
    const user = openPage('/dashboard/review');
    await type(user, 'Description', 'Half');
    act(() => signOutInAnotherTab(deletedByHand));
    await screen.findByText('You deleted your account in another tab.');
    expect(sessionStorage.getItem('typedBefore')).toBeNull();
  });

  it('is not kept where nothing was, or it was saved', async () => {
    fakeShop.use(http.post('*/updateuser', () => HttpResponse.json({ acknowledged: true, modifiedCount: 1 })));
    const user = openPage('/dashboard/myprofile');
    await field('Education');
    await isSignedOut();
    await screen.findByText('The session is over.');
    act(() => void signInAsShopper());
    await type(user, 'Education', 'Carpenter');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Succesfully Added Info To Databases');
    await isSignedOut();
    await screen.findByText('The session is over.');
  });

  it('is not shown to somebody else whom another tab has signed in in between', async () => {
    const user = openPage('/dashboard/products?edit=t1');
    await type(user, 'Description', 'Half');
    act(() => storeAccess(fakeToken({ email: somebodyElse.email }), somebodyElse));
    await waitFor(async () => expect((await field('Description')).value).toBe(hammer.Description));
  });

  it('is not kept of passwords', async () => {
    const user = openPage('/dashboard/myprofile');
    await type(user, 'Education', 'Half');
    const secrets = await screen.findAllByLabelText(/password/i, { selector: 'input' });
    for (const secret of secrets) await user.type(secret, 'Secret-1');
    expect(secrets.length).toBeGreaterThan(0);
    await isSignedOut();
    expect(sessionStorage.getItem('typedBefore')).toContain('Half');
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('Secret-1');
  });
});
