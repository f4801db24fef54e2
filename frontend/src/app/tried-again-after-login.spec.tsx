import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { forgetAccess, storeAccess } from '../lib/access-token.ts';
import { fakeShop } from '../testing/fake-shop.ts';
import { openPage } from '../testing/open-page.tsx';
import { fakeToken, shoppersProfile, signInAsShopper, somebodyElse } from '../testing/signed-in.ts';

const pending = () => sessionStorage.getItem('pendingChanges') ?? '';

const education = () => screen.findByLabelText<HTMLInputElement>(/^Education/);
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });

let keys: (string | null)[];

/** Opens the profile and saves it, which gets no answer. */
async function savedWithoutAnswer() {
  const user = openPage('/dashboard/myprofile');
  await user.clear(await education());
  await user.type(await education(), 'Smith');
  await user.click(save());
  await waitFor(() => expect(pending()).toContain('Smith'));
  await waitFor(() => expect(save().disabled || save().dataset.loading).toBeFalsy());
  return user;
}

beforeEach(() => {
  sessionStorage.clear();
  signInAsShopper();
  keys = [];
  fakeShop.use(
    http.get('*/admin/:email', () => HttpResponse.json({ admin: false })),
    http.get('*/user/:email', () => HttpResponse.json(shoppersProfile)),
    http.post('*/updateuser', ({ request }) => {
      keys.push(request.headers.get('idempotency-key'));
      return HttpResponse.error();
    }),
  );
});

it('what got no answer before the session ended is sent under its own key after the login', async () => {
  const user = await savedWithoutAnswer();
  act(() => forgetAccess('The session is over.'));
  await screen.findByRole('heading', { name: 'Login' });
  act(() => void signInAsShopper());
  await waitFor(async () => expect((await education()).value).toBe('Smith'));
  const before = keys.length;
  await user.click(save());
  await waitFor(() => expect(keys.length).toBeGreaterThan(before));
  expect(new Set(keys).size).toBe(1);
});

it('nothing of it stays once its person signs out', async () => {
  await savedWithoutAnswer();
  act(() => forgetAccess());
  await waitFor(() => expect(pending()).not.toContain('Smith'));
});

it('nothing of it stays once somebody else is signed in', async () => {
  await savedWithoutAnswer();
  act(() => forgetAccess('The session is over.'));
  await screen.findByRole('heading', { name: 'Login' });
  expect(pending()).toContain('Smith');
  act(() => storeAccess(fakeToken({ email: somebodyElse.email }), somebodyElse));
  await waitFor(() => expect(pending()).not.toContain('Smith'));
});
