import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { forgetAccess, forgetAccessByHand } from '../lib/access-token.ts';
import { openPage } from '../testing/open-page.tsx';
import { signInAsShopper } from '../testing/signed-in.ts';

const said = 'You signed out in another tab';

/** What another tab has done is seen here by the event that browsers tell it with. */
const elsewhere = (does: () => void) =>
  act(async () => {
    does();
    window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken' }));
  });

beforeEach(() => void signInAsShopper());

it('who signs out in another tab reads so in this one', async () => {
  openPage('/blogs');
  await elsewhere(forgetAccessByHand);
  await screen.findByText(said);
});

it('whose session ended reads no such thing', async () => {
  openPage('/blogs');
  await elsewhere(() => forgetAccess());
  await screen.findByRole('link', { name: 'Login' });
  expect(screen.queryByText(said)).toBeNull();
});

it('who has signed in again by the time that they turn to this tab reads no such thing', async () => {
  const sight = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  onTestFinished(() => sight.mockRestore());
  openPage('/blogs');
  await elsewhere(forgetAccessByHand);
  await elsewhere(signInAsShopper);
  sight.mockReturnValue('visible');
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Dashboard' })).not.toBeNull());
  expect(screen.queryByText(said)).toBeNull();
});
