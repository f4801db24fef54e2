import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { fakeShop, problem, shopConfig } from '../../../testing/fake-shop.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { signInAsShopper } from '../../../testing/signed-in.ts';

const tokenOf = (purpose: string) => `${purpose}.0b0b0b0b-0000-8000-8000-000000000000.proof`;
const button = (name: string) => screen.findByRole('button', { name });

describe('a mailed link', () => {
  it('is taken out of the address, and used by nothing but the button', async () => {
    const asked: unknown[] = [];
    fakeShop.use(
      http.post('*/identity/link', async ({ request }) => {
        asked.push(await request.json());
        return HttpResponse.json({ purpose: 'prove', email: 'shopper@inventory.dev' });
      }),
    );
    const user = openPage(`/account/link#${tokenOf('prove')}`);
    await screen.findByRole('heading', { name: 'Confirm your email' });
    expect(screen.getByTestId('address').textContent).toBe('/account/link');
    expect(asked).toEqual([]);
    await user.click(await button('Confirm'));
    await screen.findByText(/^Confirmed/);
    expect(asked).toEqual([{ link: tokenOf('prove') }]);
  });

  it.each([
    ['prove', 'Your email is confirmed'],
    ['change-email', 'Your email is changed'],
  ])('that is used (%s) offers no new one, and what comes next has the focus', async (purpose, title) => {
    const used = { purpose, email: 'shopper@inventory.dev' };
    fakeShop.use(http.post('*/identity/link', () => HttpResponse.json(used)));
    const user = openPage(`/account/link#${tokenOf(purpose)}`);
    await user.click(await button('Confirm'));
    await screen.findByRole('heading', { name: title });
    expect(screen.queryByText(/Ask for a new link/)).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'To My Profile' })));
  });

  it('that is not good says so, and where there is a new one', async () => {
    fakeShop.use(http.post('*/identity/reset-password', () => problem(409, 'This link was used before.')));
    const user = openPage(`/account/link#${tokenOf('recover')}`);
    await user.type(await screen.findByLabelText('New password'), 'another good one');
    await user.click(await button('Set password'));
    await screen.findByText('This link was used before.');
    expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe('/account/recover');
  });

  it('sets a password that the shop takes, and leads to the login', async () => {
    fakeShop.use(
      http.get('*/config', () => HttpResponse.json({ ...shopConfig, passwordMinimum: 12 })),
      http.post('*/identity/reset-password', () => new HttpResponse(null, { status: 204 })),
    );
    const user = openPage(`/account/link#${tokenOf('recover')}`);
    await screen.findByText('12 characters or more');
    await user.type(screen.getByLabelText('New password'), 'too short');
    await user.click(await button('Set password'));
    await screen.findByText('Must be 12 characters long or longer');
    await user.type(screen.getByLabelText('New password'), ' no more');
    await user.click(await button('Set password'));
    await screen.findByRole('heading', { name: 'Your password is set' });
    const login = within(screen.getByRole('main')).getByRole('link', { name: 'Login' });
    expect(login.getAttribute('href')).toBe('/login');
    expect(document.activeElement).toBe(login);
    expect(screen.queryByRole('link', { name: 'Ask for a new link' })).toBeNull();
  });
});

describe('a forgotten password', () => {
  it('is asked for by email', async () => {
    fakeShop.use(http.post('*/identity/recover', () => new HttpResponse(null, { status: 202 })));
    const user = openPage('/account/recover');
    await user.type(await screen.findByRole('textbox', { name: 'Email' }), 'shopper@inventory.dev');
    await user.click(await button('Send a link'));
    await screen.findByText(/a link is on its way/);
    await button('Send another link');
  });

  it('is said to be in the terminal of a shop that prints links', async () => {
    fakeShop.use(
      http.get('*/config', () => HttpResponse.json({ ...shopConfig, recovery: 'printed' })),
      http.post('*/identity/recover', () => new HttpResponse(null, { status: 202 })),
    );
    const user = openPage('/account/recover');
    const show = await button('Show a link');
    await user.type(screen.getByRole('textbox', { name: 'Email' }), 'shopper@inventory.dev');
    await user.click(show);
    await screen.findByText(/the terminal that the shop runs in shows a link/);
    expect(screen.queryByText(/mail you|on its way/)).toBeNull();
  });

  it('is not asked for in a shop that mails nothing', async () => {
    fakeShop.use(http.get('*/config', () => HttpResponse.json({ ...shopConfig, recovery: 'nowhere' })));
    openPage('/account/recover');
    await screen.findByText(/has not set up mail/);
    expect(screen.queryByRole('button', { name: 'Send a link' })).toBeNull();
  });
});

describe('one’s own account', () => {
  it('says that its email is to be confirmed, and mails the link again', async () => {
    signInAsShopper();
    fakeShop.use(
      http.get('*/user/:email', () => problem(404, 'No user has that email.')),
      http.get('*/me/account', () => HttpResponse.json({ hasPassword: true, isProved: false, mustProve: true })),
      http.post('*/identity/prove-email', () => new HttpResponse(null, { status: 202 })),
    );
    const user = openPage('/dashboard/myprofile');
    await user.click(await button('Send the link again'));
    await waitFor(() => expect(screen.getByText(/We have mailed a link/)).toBeTruthy());
  });

  it('shows what the shop does not take as a password under its field', async () => {
    signInAsShopper();
    const message = 'That password is too common. Please choose another.';
    const refusal = { type: 'about:blank', title: 'No', status: 400, errors: [{ path: 'newPassword', message }] };
    fakeShop.use(
      http.get('*/user/:email', () => problem(404, 'No user has that email.')),
      http.post('*/identity/password', () =>
        HttpResponse.json(refusal, { status: 400, headers: { 'Content-Type': 'application/problem+json' } }),
      ),
    );
    const user = openPage('/dashboard/myprofile');
    await user.type(await screen.findByLabelText('Current password'), 'inventory');
    await user.type(screen.getByLabelText('New password'), 'P@ssw0rd');
    await user.click(await button('Change password'));
    await screen.findByText(message);
  });
});
