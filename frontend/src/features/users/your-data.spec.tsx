import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeShop, problem } from '../../testing/fake-shop.ts';
import { openPage } from '../../testing/open-page.tsx';
import { signInAsShopper } from '../../testing/signed-in.ts';

const button = (name: string) => screen.findByRole('button', { name });

describe('your data', () => {
  beforeEach(() => {
    signInAsShopper();
    fakeShop.use(http.get('*/user/:email', () => problem(404, 'No user has that email.')));
  });

  it('can be downloaded as a file', async () => {
    fakeShop.use(http.get('*/me/export', () => HttpResponse.json({ account: { email: 'shopper@inventory.dev' } })));
    const saved: { name: string; text: Promise<string> }[] = [];
    const blobs: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      blobs.push(blob as Blob);
      return 'blob:mine';
    });
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      saved.push({ name: this.download, text: blobs[0]?.text() ?? Promise.resolve('') });
    });
    const user = openPage('/dashboard/myprofile');
    await user.click(await button('Download your data'));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]?.name).toBe('inventory-my-data.json');
    expect(JSON.parse((await saved[0]?.text) ?? '')).toEqual({ account: { email: 'shopper@inventory.dev' } });
    vi.restoreAllMocks();
  });

  it('is said not to be all where some of it could not be read', async () => {
    const data = { account: { email: 'shopper@inventory.dev' }, couldNotBeRead: ['notes of order b1'] };
    fakeShop.use(http.get('*/me/export', () => HttpResponse.json(data)));
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:mine');
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const user = openPage('/dashboard/myprofile');
    await user.click(await button('Download your data'));
    await screen.findByText('Some of it could not be read: the file says what is missing.');
    vi.restoreAllMocks();
  });

  it('is deleted with the password only, after a warning, and nobody is signed in afterwards', async () => {
    const sent: unknown[] = [];
    fakeShop.use(
      http.delete('*/me', async ({ request }) => {
        sent.push(await request.json());
        return sent.length === 1 ? problem(403, 'That is not your password.') : new HttpResponse(null, { status: 204 });
      }),
    );
    const user = openPage('/dashboard/myprofile');
    await user.click(await button('Delete your account'));
    await screen.findByText(/This cannot be undone/);
    const password = screen.getByLabelText('Password', { selector: 'input' });
    await user.type(password, 'not mine');
    await user.click(await button('Delete for good'));
    await screen.findByText('That is not your password.');
    await user.clear(password);
    await user.type(password, 'mine');
    await user.click(await button('Delete for good'));
    await screen.findByText('Your account is deleted');
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/'));
    expect(sent).toEqual([{ password: 'not mine' }, { password: 'mine' }]);
    expect(localStorage.getItem('accessToken')).toBeNull();
    // Which other tabs say.
    expect(localStorage.getItem('signedOutElsewhere')).toBe('You deleted your account in another tab.');
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('mine');
  });

  it('stays when somebody thinks better of it', async () => {
    const user = openPage('/dashboard/myprofile');
    await user.click(await button('Delete your account'));
    await user.click(await button('Keep it'));
    await waitFor(() => expect(screen.queryByText(/This cannot be undone/)).toBeNull());
    expect(localStorage.getItem('accessToken')).not.toBeNull();
  });
});
