import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SessionEntry } from '../../../../../modules/identity/contract.ts';
import { storedAccess } from '../../../lib/session/access-token.ts';
import { freshToken } from '../../../lib/session/session.ts';
import { fakeShop, problem } from '../../../testing/fake-shop.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { signInAsShopper } from '../../../testing/signed-in.ts';

const entry = (but: Partial<SessionEntry>): SessionEntry => ({
  _id: 's1',
  startedAt: '2030-01-02T03:04:05.000Z',
  browser: 'Firefox on Linux',
  by: 'password',
  isThisOne: false,
  ...but,
});

describe('where one is signed in', () => {
  let sessions: SessionEntry[] = [];
  beforeEach(() => {
    signInAsShopper();
    notifications.clean();
    sessions = [
      entry({ _id: 's2', browser: 'Safari on iPhone', by: 'provider' }),
      entry({ _id: 's1', isThisOne: true }),
    ];
    fakeShop.use(
      http.get('*/user/:email', () => problem(404, 'No user has that email.')),
      http.get('*/me/sessions', () => HttpResponse.json({ sessions })),
      http.delete('*/me/sessions/:id', ({ params }) => {
        sessions = sessions.filter(({ _id }) => _id !== params.id);
        return new HttpResponse(null, { status: 204 });
      }),
    );
  });
  const panel = async () => within(await screen.findByRole('region', { name: 'Where you are signed in' }));

  it('is shown with this one marked, and ends elsewhere with a press', async () => {
    const user = openPage('/dashboard/myprofile');
    const shown = await panel();
    const places = await shown.findAllByRole('listitem');
    expect(places.map((place) => place.querySelector('strong')?.parentElement?.textContent)).toEqual([
      expect.stringMatching(/^Safari on iPhoneSince .*2030.*, with Google$/),
      expect.stringMatching(/^Firefox on Linux \(this one\)Since .*, with a password$/),
    ]);
    expect(shown.queryByRole('button', { name: 'Sign out of Firefox on Linux' })).toBeNull();
    await user.click(shown.getByRole('button', { name: 'Sign out of Safari on iPhone' }));
    await screen.findByText('You are signed out of Safari on iPhone');
    await waitFor(() => expect(shown.getAllByRole('listitem').length).toBe(1));
    // The button that had the focus is gone with its line.
    await waitFor(() => expect(document.activeElement).toBe(shown.getByRole('listitem')));
  });

  it('ends everywhere, here too, once that is confirmed', async () => {
    const asked: string[] = [];
    fakeShop.use(
      http.delete('*/me/sessions', ({ request }) => {
        asked.push(new URL(request.url).search);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const user = openPage('/dashboard/myprofile');
    await user.click(await (await panel()).findByRole('button', { name: 'Sign out everywhere' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign out everywhere?' }));
    expect(asked).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Sign out everywhere' }));
    await waitFor(() => expect(storedAccess()).toBeUndefined());
    expect(asked).toEqual(['']);
  });

  it('is told at the login to who was signed out there, until they log in again', async () => {
    signInAsShopper(-60);
    const detail = 'An admin signed you out. Please log in again.';
    const over = { type: '/problems/session-over', title: 'Unauthorized', status: 401, detail };
    fakeShop.use(http.post('*/identity/refresh', () => HttpResponse.json(over, { status: 401 })));
    expect(await freshToken()).toBeUndefined();
    const user = openPage('/dashboard/myprofile');
    expect((await screen.findByText(detail)).closest('[role=status]')).toBeTruthy();
    await user.type(screen.getByRole('textbox', { name: 'Email' }), 'shopper@inventory.dev');
    await user.type(screen.getByLabelText('Password'), 'inventory');
    await user.click(screen.getByRole('button', { name: 'Login' }));
    await panel();
    expect(localStorage.getItem('signedOutBecause')).toBeNull();
  });
});
