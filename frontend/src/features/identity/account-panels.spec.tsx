import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeShop, problem } from '../../testing/fake-shop.ts';
import { openPage } from '../../testing/open-page.tsx';
import { signInAsShopper } from '../../testing/signed-in.ts';

describe('a form of My Profile that is sent with Enter, out of a field, is emptied and keeps the focus there', () => {
  const isDone = () => new HttpResponse(null, { status: 204 });
  const isEmptyWithFocus = async (label: string) => {
    await waitFor(() => expect(screen.getByLabelText(label)).toHaveProperty('value', ''));
    expect(document.activeElement).toBe(screen.getByLabelText(label));
  };

  beforeEach(() => {
    signInAsShopper();
    fakeShop.use(
      http.get('*/user/:email', () => problem(404, 'No user has that email.')),
      http.post('*/identity/email', isDone),
      http.post('*/identity/password', isDone),
    );
  });

  it('when the email is to be another one', async () => {
    const user = openPage('/dashboard/myprofile');
    await user.type(await screen.findByLabelText('New email'), 'other@inventory.dev{Enter}');
    await isEmptyWithFocus('New email');
  });

  it('when the password is another one', async () => {
    const user = openPage('/dashboard/myprofile');
    await user.type(await screen.findByLabelText('Current password'), 'inventory');
    await user.type(screen.getByLabelText('New password'), 'another good one 7{Enter}');
    await isEmptyWithFocus('New password');
    expect(screen.getByLabelText('Current password')).toHaveProperty('value', '');
  });
});

/** My Profile of somebody with a passkey, whom the shop gives new recovery codes, and no authenticator app just now. */
function openWithPasskey() {
  signInAsShopper();
  const passkey = { _id: 'f1', kind: 'passkey', name: 'Blue key', at: '2030-01-02T03:04:05.000Z' };
  fakeShop.use(
    http.get('*/user/:email', () => problem(404, 'No user has that email.')),
    http.get('*/me/factors', () =>
      HttpResponse.json({ factors: [passkey], recoveryCodesLeft: 2, confirmBy: ['password'] }),
    ),
    http.post('*/me/factors/recovery-codes', () => HttpResponse.json({ recoveryCodes: ['one', 'two'] })),
    http.post('*/me/factors/totp', () => problem(429, 'Too often.')),
  );
  return openPage('/dashboard/myprofile');
}

describe('recovery codes, which are shown only once', () => {
  const question = { name: 'Leave without these codes?' };
  const isWarned = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

  /** My Profile of somebody who has pressed for new ones. */
  async function openCodes() {
    const user = openWithPasskey();
    await user.click(await screen.findByRole('button', { name: 'New recovery codes' }));
    return { user, codes: within(await screen.findByRole('dialog', { name: 'Your recovery codes' })) };
  }

  it.each([
    ['a link', () => screen.getByRole('link', { name: 'My Orders', hidden: true })],
    ['the dialog’s cross', () => screen.getByRole('button', { name: 'Close' })],
  ])('are not left by %s before somebody says so', async (_, way) => {
    const { user, codes } = await openCodes();
    await user.click(way());
    await user.click(await screen.findByRole('button', { name: 'Stay here' }));
    await waitFor(() => expect(screen.queryByRole('dialog', question)).toBeNull());
    codes.getByText('one');
    await user.click(way());
    const asked = within(await screen.findByRole('dialog', question));
    asked.getByText(/^They are not shown again\./);
    await user.click(asked.getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(screen.queryByText('one')).toBeNull());
  });

  it('are asked about by the browser when the page is closed or loaded again, until they are kept', async () => {
    const { user, codes } = await openCodes();
    expect(isWarned()).toBe(true);
    await user.click(codes.getByRole('button', { name: 'I have kept them' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(isWarned()).toBe(false);
  });
});

describe('what is said of an authenticator app that could not be added', () => {
  it.each([
    ['New recovery codes', 'Your recovery codes'],
    ['Add a passkey', 'Add a passkey'],
  ])('is not said any more once something else is begun: %s', async (name, title) => {
    const user = openWithPasskey();
    await user.click(await screen.findByRole('button', { name: 'Add an authenticator app' }));
    await screen.findByText('Too often.');
    await user.click(screen.getByRole('button', { name }));
    await screen.findByRole('dialog', { name: title });
    expect(screen.queryByText('Too often.')).toBeNull();
  });
});
