import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { deviceCart, keepCart } from '../../../lib/device/device-cart.ts';
import { fakeShop, hammer, problem, shopConfig } from '../../../testing/fake-shop.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { fakeToken, shopper, signInAsShopper } from '../../../testing/signed-in.ts';

const email = () => screen.findByRole('textbox', { name: 'Email' });
const login = () => screen.getByRole('button', { name: 'Login' });

describe('the login', () => {
  it('says what is missing and goes to the first of it', async () => {
    const user = openPage('/login');
    const field = await email();
    await user.click(login());
    await screen.findByText('Email is Required');
    expect(screen.getByText('Password is Required')).toBeTruthy();
    for (const name of [/^Email/, /^Password/]) {
      expect(screen.getByLabelText(name, { selector: 'input' }).getAttribute('aria-invalid')).toBe('true');
    }
    await waitFor(() => expect(document.activeElement).toBe(field));
  });

  it('knows an email by its pattern and a password by its length', async () => {
    const user = openPage('/login');
    await user.type(await email(), 'NOBODY');
    await user.type(screen.getByLabelText('Password'), '12345');
    await user.click(login());
    expect(screen.getByText('error message')).toBeTruthy();
    expect(screen.getByText('Must be 6 characters long or longer')).toBeTruthy();
  });

  it.each(['MINA@EXAMPLE.COM', 'Anna@Example.com', 'me@web'])('takes %j for no email', async (address) => {
    const user = openPage('/login');
    await user.type(await email(), address);
    await user.type(screen.getByLabelText('Password'), 'inventory');
    await user.click(login());
    expect(screen.getByText('error message')).toBeTruthy();
  });

  it.each(['me@t-online.de', 'me@163.com', 'o_@web.de'])(
    'lets in with %j, an address that an account may come to have',
    async (address) => {
      const user = openPage('/login?from=/tools/t1');
      await user.type(await email(), address);
      await user.type(screen.getByLabelText('Password'), 'inventory');
      await user.click(login());
      await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/tools/t1'));
    },
  );

  it("shows the provider's words under the form and keeps what was typed", async () => {
    fakeShop.use(http.post('*/identity/sign-in', () => problem(401, 'The email or the password is wrong.')));
    const user = openPage('/login');
    await user.type(await email(), 'shopper@inventory.dev');
    await user.type(screen.getByLabelText('Password'), 'inventory');
    await user.click(login());
    const words = await screen.findByText('The email or the password is wrong.');
    expect(words.closest('[role=alert]')).toBeTruthy();
    expect(await email()).toHaveProperty('value', 'shopper@inventory.dev');
  });

  it('leads to a new password with the email that was typed, which nobody has to type again', async () => {
    const user = openPage('/login?from=/tools/t1');
    await user.type(await email(), 'shopper@inventory.dev');
    await user.click(screen.getByRole('link', { name: 'Forgot your password?' }));
    await screen.findByRole('heading', { name: 'Forgot your password?' });
    expect(await email()).toHaveProperty('value', 'shopper@inventory.dev');
    await user.clear(await email());
    await user.click(screen.getByRole('button', { name: 'Send a link' }));
    await screen.findByText('Email is Required');
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Login' }));
    await screen.findByRole('heading', { name: 'Login' });
    await user.type(await email(), 'shopper@inventory.dev');
    await user.type(screen.getByLabelText('Password'), 'inventory');
    await user.click(login());
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/tools/t1'));
  });

  it('leads to the setting up of a shop that has no admin yet', async () => {
    fakeShop.use(http.get('*/config', () => HttpResponse.json({ ...shopConfig, unclaimed: true })));
    openPage('/login');
    const link = await screen.findByRole('link', { name: 'set it up' });
    expect(link.getAttribute('href')).toBe('/setup');
  });

  it('goes back to the page that asked for it', async () => {
    const user = openPage('/dashboard/myorders');
    await user.type(await email(), 'shopper@inventory.dev');
    await user.type(screen.getByLabelText('Password'), 'inventory');
    await user.click(login());
    await screen.findByRole('heading', { name: 'My Orders' });
    expect(screen.getByTestId('address').textContent).toBe('/dashboard/myorders');
  });

  it.each(['//elsewhere.example', '/\t/elsewhere.example', '/\n\\elsewhere.example'])(
    'takes no address of another site for where one was going: %j',
    async (from) => {
      signInAsShopper();
      openPage(`/login?${new URLSearchParams({ from })}`);
      await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/'));
    },
  );

  it('leads to Google, and back to itself', async () => {
    fakeShop.use(http.get('*/config', () => HttpResponse.json({ ...shopConfig, google: true })));
    openPage('/login?from=/tools/t1');
    const google = await screen.findByRole('link', { name: 'Continue With Google' });
    const back = '/login?google=done&from=%2Ftools%2Ft1';
    expect(google.getAttribute('href')).toBe(`/identity/google?returnTo=${encodeURIComponent(back)}`);
  });

  it('remembers the part of a page that was asked for', async () => {
    fakeShop.use(http.get('*/config', () => HttpResponse.json({ ...shopConfig, google: true })));
    openPage('/dashboard/allusers?after=u9#users');
    const google = await screen.findByRole('link', { name: 'Continue With Google' });
    const back = `/login?${new URLSearchParams({ google: 'done', from: '/dashboard/allusers?after=u9#users' })}`;
    expect(google.getAttribute('href')).toBe(`/identity/google?${new URLSearchParams({ returnTo: back })}`);
  });

  it('says at the button for Google where the shop has not set it up', async () => {
    openPage('/login');
    const google = await screen.findByRole('button', {
      name: 'Continue With Google',
      description: 'This shop has not set up signing in with Google. Please use your email and password.',
    });
    expect(google.getAttribute('aria-disabled')).toBe('true');
  });

  it.each([
    ['cancelled', /cancelled/],
    ['expired', /took too long/],
    ['again', /did not work/],
    ['away', /cannot be reached/],
    ['unverified', /has not verified your email/],
    ['not-set-up', /has not set up/],
    ['link', /Log in with your password to link Google/],
    ['taken', /the demo proves no email/],
  ])('says why nobody is signed in with Google: %s', async (because, words) => {
    openPage(`/login?google=${because}&error_description=%3Cb%3Eraw`);
    await screen.findByText(words, { selector: '[role=alert] *' });
    expect(screen.queryByText(/raw/, { selector: 'main *' })).toBeNull();
  });

  it('finishes the sign-in when one comes back from Google', async () => {
    openPage('/login?google=done&from=/timing');
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/timing'));
  });

  it('says so when it cannot be finished', async () => {
    fakeShop.use(http.post('*/identity/refresh', () => problem(401, 'Nobody is signed in.')));
    openPage('/login?google=done');
    await screen.findByText(/Signing in with Google did not work/);
  });
});

describe('the sign-up', () => {
  it('asks for a name', async () => {
    const user = openPage('/signup');
    await email();
    await user.click(screen.getByRole('button', { name: 'Sign Up' }));
    expect(screen.getByText('Name is Required')).toBeTruthy();
    expect(screen.getByText('Continue With Google')).toBeTruthy();
  });

  it('knows an email by its pattern alone', async () => {
    const user = openPage('/signup');
    await user.type(await email(), 'me@t-online.de');
    await user.click(screen.getByRole('button', { name: 'Sign Up' }));
    expect(screen.getByText('error message')).toBeTruthy();
  });

  it('goes home afterwards', async () => {
    const user = openPage('/signup');
    await user.type(await email(), 'shopper@inventory.dev');
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Demo Shopper');
    await user.type(screen.getByLabelText('Password'), 'inventory');
    await user.click(screen.getByRole('button', { name: 'Sign Up' }));
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/home'));
  });

  /** From where one is sent to the login, until one is at home; the slip there. */
  async function signUpFrom(address: string) {
    const user = openPage(address);
    await user.click(await screen.findByRole('link', { name: 'Create an account' }));
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Demo Shopper');
    await user.type(await email(), 'shopper@inventory.dev');
    await user.type(screen.getByLabelText('Password'), 'inventory');
    await user.click(screen.getByRole('button', { name: 'Sign Up' }));
    return { user, slip: within(await screen.findByRole('complementary', { name: 'Where you were' })) };
  }

  it('offers the tool that had led to it there, with as many pieces as were asked for', async () => {
    const found = (id: unknown) => (id === 't1' ? HttpResponse.json(hammer) : problem(404, 'There is no such tool.'));
    fakeShop.use(http.get('*/tool/:id', ({ params }) => found(params.id)));
    const { user, slip } = await signUpFrom('/tools/t1?quantity=4');
    await slip.findByText('Claw Hammer');
    await user.click(slip.getByRole('link', { name: 'take me there' }));
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/tools/t1?quantity=4'));
  });

  it('leads there back to the order of who was about to place one, for as long as there is something to order', async () => {
    const lines = [{ toolId: 't1', quantity: 2 }];
    fakeShop.use(
      http.get('*/cart', () => HttpResponse.json({ lines })),
      http.put('*/cart', () => HttpResponse.json({ acknowledged: true, lines })),
    );
    keepCart({ who: '', lines });
    const { user, slip } = await signUpFrom('/checkout');
    slip.getByText(/You came to order what is in your cart/);
    const full = deviceCart();
    act(() => keepCart({ ...full, lines: [] }));
    expect(screen.queryByText(/You came/)).toBeNull();
    act(() => keepCart(full));
    await user.click(screen.getByRole('link', { name: 'take me there' }));
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/checkout'));
  });
});

it('leads on to where one was going, also when one has started over at the second factor', async () => {
  let isRight = false;
  const wanted = { type: '/problems/second-factor', title: 'Unauthorized', status: 401, methods: ['totp'] };
  fakeShop.use(
    http.post('*/identity/sign-in', () =>
      isRight
        ? HttpResponse.json({ token: fakeToken(), user: shopper })
        : HttpResponse.json(wanted, { status: 401, headers: { 'Content-Type': 'application/problem+json' } }),
    ),
  );
  const user = openPage('/dashboard/myorders');
  const fill = async () => {
    await user.type(await email(), 'shopper@inventory.dev');
    await user.type(screen.getByLabelText('Password'), 'inventory');
    await user.click(login());
  };
  await fill();
  await user.click(await screen.findByRole('button', { name: 'Start over' }));
  isRight = true;
  await fill();
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/dashboard/myorders'));
});
