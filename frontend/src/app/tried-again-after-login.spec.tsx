import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { forgetAccess, storeAccess } from '../lib/session/access-token.ts';
import { fakeShop } from '../testing/fake-shop.ts';
import { openPage } from '../testing/open-page.tsx';
import { fakeToken, signInAsShopper, somebodyElse } from '../testing/signed-in.ts';

const pending = () => sessionStorage.getItem('pendingChanges') ?? '';

const description = () => screen.findByLabelText<HTMLInputElement>(/^Description/);
const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Add the review' });

let keys: (string | null)[];

/** Writes a review and sends it, which gets no answer. */
async function sentWithoutAnswer() {
  const user = openPage('/dashboard/review');
  await user.type(await screen.findByLabelText(/^Review/), 'Good');
  await user.type(await description(), 'Smith');
  await user.click(send());
  await waitFor(() => expect(pending()).toContain('Smith'));
  await waitFor(() => expect(send().disabled || send().dataset.loading).toBeFalsy());
  return user;
}

beforeEach(() => {
  sessionStorage.clear();
  signInAsShopper();
  keys = [];
  fakeShop.use(
    http.get('*/admin/:email', () => HttpResponse.json({ admin: false })),
    http.post('*/reviews', ({ request }) => {
      keys.push(request.headers.get('idempotency-key'));
      return HttpResponse.error();
    }),
  );
});

it('what got no answer before the session ended is sent under its own key after the login', async () => {
  const user = await sentWithoutAnswer();
  act(() => forgetAccess('The session is over.'));
  await screen.findByRole('heading', { name: 'Login' });
  act(() => void signInAsShopper());
  await waitFor(async () => expect((await description()).value).toBe('Smith'));
  const before = keys.length;
  await user.click(send());
  await waitFor(() => expect(keys.length).toBeGreaterThan(before));
  expect(new Set(keys).size).toBe(1);
});

it('nothing of it stays once its person signs out', async () => {
  await sentWithoutAnswer();
  act(() => forgetAccess());
  await waitFor(() => expect(pending()).not.toContain('Smith'));
});

it('nothing of it stays once somebody else is signed in', async () => {
  await sentWithoutAnswer();
  act(() => forgetAccess('The session is over.'));
  await screen.findByRole('heading', { name: 'Login' });
  expect(pending()).toContain('Smith');
  act(() => storeAccess(fakeToken({ email: somebodyElse.email }), somebodyElse));
  await waitFor(() => expect(pending()).not.toContain('Smith'));
});
