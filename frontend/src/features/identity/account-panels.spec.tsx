import { screen, waitFor } from '@testing-library/react';
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
