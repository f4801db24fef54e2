import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FactorAdded, OwnFactors, TotpOffer } from '../../../../modules/identity/factors/contract.ts';
import type { User } from '../../../../modules/users/contract.ts';
import { storeAccess } from '../../lib/session/access-token.ts';
import { fakeShop, problem } from '../../testing/fake-shop.ts';
import { answered, openPage } from '../../testing/open-page.tsx';
import { pressOnceMore } from '../../testing/press-twice.ts';
import { fakeToken, shopper, signInAsShopper } from '../../testing/signed-in.ts';

const address = '*/user/shopper%40inventory.dev';
const field = (name: string) => screen.findByRole('textbox', { name: new RegExp(`^${name}`) });

const saved: User = {
  _id: 'u1',
  name: shopper.displayName,
  email: shopper.email,
  education: 'Carpenter',
  location: 'Dhaka',
  phone: '+880 1',
  social: 'https://example.dev/me',
};

describe('my profile', () => {
  beforeEach(() => void signInAsShopper());

  it('begins with what is saved', async () => {
    fakeShop.use(http.get(address, () => HttpResponse.json(saved)));
    openPage('/dashboard/myprofile');
    expect(await field('Education')).toHaveProperty('value', 'Carpenter');
    expect(await field('Profile link')).toHaveProperty('value', 'https://example.dev/me');
    expect(await field('Name')).toHaveProperty('readOnly', true);
    expect(await field('Email')).toHaveProperty('readOnly', true);
  });

  it.each([
    ['tab', 'visibilitychange'],
    ['window beside it', 'focus'],
  ])(
    'takes up at once what is saved in another %s, but for what is being typed over, and puts nothing of it back',
    async (_, event) => {
      let there = saved;
      const sent: unknown[] = [];
      fakeShop.use(
        http.get(address, () => HttpResponse.json(there)),
        http.post('*/updateuser', async ({ request }) => {
          sent.push(await request.json());
          return HttpResponse.json({ acknowledged: true });
        }),
      );
      const user = openPage('/dashboard/myprofile');
      await user.clear(await field('Education'));
      await user.type(await field('Education'), 'Joiner');
      there = { ...saved, phone: '+880 2', education: 'Turner' };
      act(() => void window.dispatchEvent(new Event(event)));
      await waitFor(async () => expect(await field('Phone')).toHaveProperty('value', '+880 2'));
      expect(await field('Education')).toHaveProperty('value', 'Joiner');
      await user.click(screen.getByRole('button', { name: 'Save' }));
      await waitFor(() => expect(sent).toMatchObject([{ education: 'Joiner', phone: '+880 2', location: 'Dhaka' }]));
    },
  );

  it('takes up what it has saved as the shop has it, and is not unsaved because of it', async () => {
    let there = saved;
    fakeShop.use(
      http.get(address, () => HttpResponse.json(there)),
      http.post('*/updateuser', () => {
        there = { ...saved, education: 'Joiner' };
        return HttpResponse.json({ acknowledged: true });
      }),
    );
    const user = openPage('/dashboard/myprofile');
    await user.clear(await field('Education'));
    await user.type(await field('Education'), 'Joiner ');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(async () => expect(await field('Education')).toHaveProperty('value', 'Joiner'));
    await user.click(await screen.findByRole('link', { name: 'My Orders' }));
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/dashboard/myorders'));
  });

  it('keeps what is being typed while its person’s email becomes another', async () => {
    const email = 'renamed@inventory.dev';
    const known = Promise.withResolvers<void>();
    fakeShop.use(
      http.get(address, () => HttpResponse.json(saved)),
      http.get(`*/user/${encodeURIComponent(email)}`, async () => {
        await known.promise;
        return HttpResponse.json({ ...saved, email });
      }),
    );
    const user = openPage('/dashboard/myprofile');
    await user.type(await field('Education'), ' and joiner');
    act(() => storeAccess(fakeToken({ email }), { ...shopper, email }));
    expect(await field('Email')).toHaveProperty('value', email);
    expect(await field('Education')).toHaveProperty('value', 'Carpenter and joiner');
    known.resolve();
    await act(() => answered());
    expect(await field('Education')).toHaveProperty('value', 'Carpenter and joiner');
  });

  it('begins empty for who is not known yet', async () => {
    fakeShop.use(http.get(address, () => problem(404, 'No user has that email.')));
    openPage('/dashboard/myprofile');
    expect(await field('Education')).toHaveProperty('value', '');
  });

  it('asks for each field alike, and for a link that is one', async () => {
    fakeShop.use(http.get(address, () => problem(404, 'No user has that email.')));
    const user = openPage('/dashboard/myprofile');
    await field('Education');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getAllByText('Required')).toHaveLength(4);
    await user.type(await field('Profile link'), 'example.dev');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Must be a link that begins with http:// or https://');
  });

  it('is not left by a link with something typed before somebody says so, and is once it is saved', async () => {
    fakeShop.use(
      http.get(address, () => HttpResponse.json(saved)),
      http.post('*/updateuser', () => HttpResponse.json({ acknowledged: true })),
    );
    const user = openPage('/dashboard/myprofile');
    const link = () => screen.findByRole('link', { name: 'My Orders' });
    const at = () => screen.getByTestId('address').textContent;
    await user.type(await field('Education'), ' and joiner');
    await user.click(await link());
    await user.click(await screen.findByRole('button', { name: 'Stay here' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await field('Education')).toHaveProperty('value', 'Carpenter and joiner');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Succesfully Added Info To Databases');
    await user.click(await link());
    await waitFor(() => expect(at()).toBe('/dashboard/myorders'));
  });

  it('is saved once by a double click, and at once again where something was typed', async () => {
    const sent: unknown[] = [];
    fakeShop.use(
      http.get(address, () => HttpResponse.json(saved)),
      http.post('*/updateuser', async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ acknowledged: true });
      }),
    );
    const user = openPage('/dashboard/myprofile');
    await field('Education');
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
    const isSaved = () => waitFor(() => expect(save.disabled).toBe(false));
    await user.click(save);
    await isSaved();
    pressOnceMore(save);
    await isSaved();
    expect(sent).toHaveLength(1);
    await user.type(await field('Education'), ' and joiner');
    await user.click(save);
    await waitFor(() => expect(sent).toHaveLength(2));
  });

  it('can be asked for again after a failure', async () => {
    fakeShop.use(
      http.get(address, () => problem(400, 'Not today.'), { once: true }),
      http.get(address, () => HttpResponse.json(saved)),
    );
    const user = openPage('/dashboard/myprofile');
    await screen.findByText('Not today.');
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await field('Location')).toHaveProperty('value', 'Dhaka');
  });

  it('shows what the server refuses under its field, and keeps what was typed', async () => {
    fakeShop.use(
      http.get(address, () => HttpResponse.json(saved)),
      http.post('*/updateuser', () =>
        HttpResponse.json(
          { title: 'Bad Request', status: 400, errors: [{ path: 'phone', message: 'Nobody answers there' }] },
          { status: 400, headers: { 'Content-Type': 'application/problem+json' } },
        ),
      ),
    );
    const user = openPage('/dashboard/myprofile');
    await user.clear(await field('Phone'));
    await user.type(await field('Phone'), '000');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const message = await screen.findByText('Nobody answers there');
    const phone = await field('Phone');
    expect(phone.getAttribute('aria-describedby')).toContain(message.id);
    expect(phone).toHaveProperty('value', '000');
    await waitFor(() => expect(document.activeElement).toBe(phone));
  });

  it('is not saved once nobody is signed in any more, and says so', async () => {
    fakeShop.use(http.get(address, () => HttpResponse.json(saved)));
    const user = openPage('/dashboard/myprofile');
    await field('Education');
    localStorage.clear();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('No user is logged in');
  });

  it('says so also on the way home, when it is the server that knows of no session', async () => {
    fakeShop.use(
      http.get(address, () => HttpResponse.json(saved)),
      http.post('*/updateuser', () => problem(401, 'Sign in first.')),
      http.post('*/identity/refresh', () => problem(401, 'The session is over.')),
    );
    const user = openPage('/dashboard/myprofile');
    await field('Education');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('No user is logged in');
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/'));
  });
});

describe('the second factor in my profile, by keyboard', () => {
  const app = { _id: 'f1', kind: 'totp', name: 'Authenticator app', at: '2030-01-02T03:04:05.000Z' } as const;
  const key = { ...app, _id: 'f2', kind: 'passkey', name: 'Blue key' } as const;

  /** My Profile of somebody with these factors, where the first one that is added brings codes. */
  function open(...first: OwnFactors['factors']) {
    let factors = first;
    const offer: TotpOffer = { offer: 'o1', secret: 'ABCDEFGH', qrCode: '<svg/>' } as TotpOffer;
    const recoveryCodes = ['one', 'two'];
    signInAsShopper();
    fakeShop.use(
      http.get(address, () => HttpResponse.json(saved)),
      http.get('*/me/factors', () => HttpResponse.json({ factors, recoveryCodesLeft: 2, confirmBy: ['password'] })),
      http.post('*/me/factors/totp', async () => {
        await loseFocus();
        return HttpResponse.json(offer);
      }),
      http.post('*/me/factors/totp/confirm', () => {
        const codes = factors.length === 0 && { recoveryCodes };
        factors = [app, ...factors];
        return HttpResponse.json({ acknowledged: true, insertedId: 'f1', ...codes } satisfies FactorAdded);
      }),
      http.post('*/me/factors/recovery-codes', async () => {
        await loseFocus();
        return HttpResponse.json({ recoveryCodes });
      }),
      http.delete('*/me/factors/:id', ({ params: { id } }) => {
        factors = factors.filter(({ _id }) => _id !== id);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    return openPage('/dashboard/myprofile');
  }

  /** Browsers take it away from the button that is disabled meanwhile. */
  async function loseFocus() {
    const button = document.activeElement as HTMLButtonElement;
    await waitFor(() => expect(button.disabled).toBe(true));
    button.blur();
  }

  const button = (name: string) => screen.findByRole('button', { name });
  const hasFocus = (node: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(node));
  const heading = () => screen.getByRole('heading', { name: 'Second factor' });

  async function addApp(user: ReturnType<typeof openPage>) {
    await user.click(await button('Add an authenticator app'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add an authenticator app' }));
    await user.type(dialog.getByRole('textbox', { name: 'Code' }), '123456');
    await user.click(dialog.getByRole('button', { name: 'Add' }));
  }

  it('begins again at the button whose dialog was closed', async () => {
    const user = open();
    const adding = await button('Add an authenticator app');
    await user.click(adding);
    const dialog = await screen.findByRole('dialog', { name: 'Add an authenticator app' });
    await hasFocus(within(dialog).getByRole('textbox', { name: 'Code' }));
    await user.keyboard('{Escape}');
    await hasFocus(adding);
  });

  it('goes on at the heading once the first codes are kept, and at the button that gives new ones', async () => {
    const user = open();
    await addApp(user);
    await user.click(await button('I have kept them'));
    await hasFocus(heading());
    const renewing = await button('New recovery codes');
    await user.click(renewing);
    await user.click(await button('I have kept them'));
    await hasFocus(renewing);
  });

  it('says what it did beside the codes that are shown only once, and in no message over them', async () => {
    const user = open();
    await addApp(user);
    const codes = within(await screen.findByRole('dialog', { name: 'Your recovery codes' }));
    codes.getByText(/^Your second factor is added\. Keep these codes/);
    await user.click(codes.getByRole('button', { name: 'Copy' }));
    await codes.findByText('Copied');
    expect(document.querySelector('.mantine-Notification-root')).toBeNull();
  });

  it('goes on at the heading once an app is there that brings no codes', async () => {
    const user = open(key);
    await addApp(user);
    await button('Remove Authenticator app');
    await hasFocus(heading());
  });

  it('goes on at the factor that takes the place of one that is removed, and at the heading after the last', async () => {
    const user = open(app, key);
    await user.click(await button('Remove Authenticator app'));
    await user.click(await button('Remove'));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove Authenticator app' })).toBeNull());
    await hasFocus((await button('Remove Blue key')).closest('li') as HTMLElement);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(await button('Remove Blue key'));
    await user.click(await button('Remove'));
    await hasFocus(heading());
  });
});
