import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Person } from '../../../../modules/people/contract.ts';
import { type FakeLive, fakeLive } from '../../testing/fake-live.ts';
import { fakeShop, problem } from '../../testing/fake-shop.ts';
import { answered, openPage } from '../../testing/open-page.tsx';
import { pressTwice } from '../../testing/press-twice.ts';
import { signInAsShopper } from '../../testing/signed-in.ts';

const place = { _id: 's1', startedAt: '2030-01-02T03:04:05.000Z', browser: 'Firefox on Linux', by: 'password' };
let sessions: object[];
let olga: Person;

function openHer(live?: FakeLive) {
  fakeShop.use(
    http.get('*/admin/:email', () => HttpResponse.json({ admin: true })),
    http.get('*/people/olga%40inventory.dev', () => HttpResponse.json(olga)),
    http.get('*/user/olga%40inventory.dev/sessions', () => HttpResponse.json({ sessions })),
  );
  return openPage('/dashboard/people/olga%40inventory.dev', live);
}

const press = async (user: ReturnType<typeof openPage>, name: string) =>
  user.click(await screen.findByRole('button', { name }));

/** The dialog that asks. */
const asked = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('the page of somebody', () => {
  beforeEach(() => {
    signInAsShopper();
    notifications.clean();
    sessions = [{ ...place, isThisOne: false }];
    olga = {
      _id: 'u7',
      name: 'Olga Orders',
      email: 'olga@inventory.dev',
      phone: '+880 1',
      cameAt: '2026-01-02T12:04:05.000Z',
      orders: 3,
    };
  });

  it('says who they are, and leads to their orders and their history', async () => {
    openHer();
    await screen.findByRole('heading', { level: 1, name: 'Olga Orders' });
    const facts = within(screen.getByRole('region', { name: 'Who they are' }));
    for (const text of ['olga@inventory.dev', 'Shopper', '+880 1']) facts.getByText(text);
    expect(facts.getByRole('link', { name: '3' }).getAttribute('href')).toBe(
      '/dashboard?personEmail=olga%40inventory.dev',
    );
    expect(facts.queryByText('Education')).toBeNull();
    expect(screen.getByRole('link', { name: 'History of Olga Orders' }).getAttribute('href')).toContain('user%3Au7');
  });

  it('signs them out everywhere once one has said that it is meant', async () => {
    const user = openHer();
    fakeShop.use(
      http.delete('*/user/olga%40inventory.dev/sessions', () => {
        sessions = [];
        return new HttpResponse(null, { status: 204 });
      }),
    );
    await screen.findByText('Firefox on Linux');
    await press(user, 'Sign out everywhere');
    const dialog = await asked('Sign Olga Orders out everywhere?');
    expect(sessions).toHaveLength(1);
    await user.click(dialog.getByRole('button', { name: 'Sign them out now' }));
    const said = await screen.findByText('They are signed in nowhere.');
    expect(screen.queryByRole('button', { name: 'Sign out everywhere' })).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(said));
  });

  it('takes admin rights, and says why where they cannot be taken', async () => {
    olga.role = 'admin';
    const user = openHer();
    let last = true;
    fakeShop.use(
      http.delete('*/user/admin/olga%40inventory.dev', () => {
        if (last) return problem(409, 'The last admin has to stay.');
        delete olga.role;
        return HttpResponse.json({ acknowledged: true, matchedCount: 1, modifiedCount: 1 });
      }),
    );
    await press(user, 'Take the admin rights');
    const dialog = await asked('Take the admin rights of Olga Orders?');
    await user.click(dialog.getByRole('button', { name: 'Take the rights' }));
    await dialog.findByText('The last admin has to stay.');
    last = false;
    pressTwice(dialog.getByRole('button', { name: 'Take the rights' }));
    await screen.findByText('Olga Orders is no admin any more');
    await screen.findByRole('button', { name: 'Make Admin' });
    expect(screen.getAllByText('Olga Orders is no admin any more')).toHaveLength(1);
    // The button that was pressed is gone: without this, the focus would be nowhere.
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^They are no admin/));
  });

  it('downloads what is held of them, once for one wish', async () => {
    const keys: (string | null)[] = [];
    fakeShop.use(
      http.post('*/people/olga%40inventory.dev/export', ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        return HttpResponse.json({ account: { email: olga.email } });
      }),
    );
    const saved: string[] = [];
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:theirs');
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    const user = openHer();
    await press(user, 'Download their data');
    const dialog = await asked('Download the data of Olga Orders?');
    expect(keys).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Download it' }));
    await waitFor(() => expect(saved).toEqual(['inventory-personal-data.json']));
    expect(keys).toEqual([expect.any(String)]);
    vi.restoreAllMocks();
  });

  it('erases them with their email typed and one’s own password only, and leads back to the others', async () => {
    const sent: unknown[] = [];
    fakeShop.use(
      http.get('*/user', () => HttpResponse.json([])),
      http.delete('*/people/olga%40inventory.dev', async ({ request }) => {
        sent.push(await request.json());
        return sent.length === 1 ? problem(403, 'That is not your password.') : new HttpResponse(null, { status: 204 });
      }),
    );
    const user = openHer();
    await press(user, 'Erase this person');
    const dialog = await asked('Erase Olga Orders?');
    const email = dialog.getByLabelText('Their email, to be sure');
    const password = dialog.getByLabelText('Your password', { selector: 'input' });
    const erase = dialog.getByRole('button', { name: 'Erase for good' });
    await user.type(email, 'somebody@else.dev');
    await user.type(password, 'not mine');
    await user.click(erase);
    await dialog.findByText('That is not the email of this person');
    expect(sent).toEqual([]);
    await user.clear(email);
    await user.type(email, 'Olga@Inventory.dev');
    await user.click(erase);
    await dialog.findByText('That is not your password.');
    await user.clear(password);
    await user.type(password, 'mine');
    await user.click(erase);
    await screen.findByText('They are forgotten');
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/dashboard/allusers'));
    expect(sent).toEqual([{ password: 'not mine' }, { password: 'mine' }]);
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('mine');
  });

  it('leaves who has gone elsewhere while somebody is being erased where they went', async () => {
    const answer = Promise.withResolvers<void>();
    fakeShop.use(
      http.delete('*/people/olga%40inventory.dev', async () => {
        await answer.promise;
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const user = openHer();
    await press(user, 'Erase this person');
    const dialog = await asked('Erase Olga Orders?');
    await user.type(dialog.getByLabelText('Their email, to be sure'), olga.email);
    await user.type(dialog.getByLabelText('Your password', { selector: 'input' }), 'mine');
    await user.click(dialog.getByRole('button', { name: 'Erase for good' }));
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await user.click((await asked('Leave without saving?')).getByRole('button', { name: 'Leave' }));
    await user.click(screen.getAllByRole('link', { name: 'Our Timings' })[0] as HTMLElement);
    await screen.findByRole('heading', { level: 1, name: 'Our Timings' });
    answer.resolve();
    await screen.findByText('They are forgotten');
    await answered();
    expect(screen.getByTestId('address').textContent).toBe('/timing');
  });

  it('asks for nobody any more who was erased here', async () => {
    const live = fakeLive();
    const wanted: string[] = [];
    const gone = (what: string) => () => {
      wanted.push(what);
      return problem(404, 'No user has that email.');
    };
    const user = openHer(live);
    await live.let('in');
    await press(user, 'Erase this person');
    const dialog = await asked('Erase Olga Orders?');
    await answered();
    fakeShop.use(
      http.get('*/user', () => {
        wanted.push('the others');
        return HttpResponse.json([]);
      }),
      http.get('*/people/olga%40inventory.dev', gone('the person')),
      http.get('*/user/olga%40inventory.dev/sessions', gone('where they are signed in')),
      http.delete('*/people/olga%40inventory.dev', () => {
        live.tell('user.erased', { uid: 'u7', position: '9' });
        return new HttpResponse(null, { status: 204 });
      }),
    );
    await user.type(dialog.getByLabelText('Their email, to be sure'), olga.email);
    await user.type(dialog.getByLabelText('Your password', { selector: 'input' }), 'mine');
    await user.click(dialog.getByRole('button', { name: 'Erase for good' }));
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/dashboard/allusers'));
    await screen.findByRole('heading', { level: 1, name: 'Make Admin' });
    await answered();
    expect(new Set(wanted)).toEqual(new Set(['the others']));
  });

  it('says so where nobody has that email, where it could not be fetched, and to who is no admin', async () => {
    openHer();
    await screen.findByRole('heading', { level: 1, name: 'Olga Orders' });
    for (const [answer, heading] of [
      [() => problem(404, 'No user has that email.'), 'Nobody has that email'],
      [() => problem(500, 'Something went wrong.'), 'The person could not be fetched'],
      [() => problem(403, 'Only admins may do this.'), 'Only admins are shown the users'],
    ] as const) {
      fakeShop.use(http.get('*/people/nobody%40inventory.dev', answer));
      openPage('/dashboard/people/nobody%40inventory.dev');
      await screen.findByRole('heading', { name: heading });
    }
  });

  it('is one’s own too, but for what signs one out, and says once that one has given up one’s rights', async () => {
    const live = fakeLive();
    fakeShop.use(
      http.get('*/admin/:email', () => HttpResponse.json({ admin: true })),
      http.delete('*/user/admin/:email', () => {
        live.tell('user.demoted', { email: 'shopper@inventory.dev', by: 'shopper@inventory.dev', position: '9' });
        return HttpResponse.json({ acknowledged: true, matchedCount: 1, modifiedCount: 1 });
      }),
      http.get('*/people/:email', () => HttpResponse.json({ ...olga, email: 'shopper@inventory.dev', role: 'admin' })),
      http.get('*/user/:email/sessions', () => HttpResponse.json({ sessions })),
    );
    const user = openPage('/dashboard/people/shopper%40inventory.dev', live);
    await live.let('in');
    await screen.findByRole('button', { name: 'Give up your rights' });
    expect(screen.queryByRole('button', { name: 'Erase this person' })).toBeNull();
    await press(user, 'Give up your rights');
    await user.click((await asked('Give up your admin rights?')).getByRole('button', { name: 'Give them up' }));
    await screen.findByText('You are no longer an admin');
    await answered();
    expect(screen.getAllByText(/no longer an admin|no admin any more/)).toHaveLength(1);
  });
});
