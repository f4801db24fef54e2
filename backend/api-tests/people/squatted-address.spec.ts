import { afterAll, describe, expect, it } from 'vitest';
import type { MyLogins } from '../../../modules/identity/contract.ts';
import type { OwnFactors } from '../../../modules/identity/factors/contract.ts';
import { type ApiClient, password, signIn, signUp } from '../../testing/api-client.ts';
import { HttpBrowser } from '../../testing/clients/http-browser.ts';
import { issuerUnderTest } from '../../testing/servers/issuer-under-test.ts';
import { openMailServer } from '../../testing/servers/mail-server.ts';
import { expectProblem } from '../http/expect-problem.ts';
import { shopUnderTest } from '../shop-under-test.ts';
import { googleVisits, isPage, somebody } from './google-visits.ts';
import { addApp, cookiesOf } from './waiting-sign-in.ts';

const [issuer, mail] = await Promise.all([issuerUnderTest(), openMailServer()]);
const shop = shopUnderTest({
  ...issuer.settings,
  SMTP_URL: mail.url,
  MAIL_FROM: 'Inventory <shop@inventory.example>',
  LOGIN_LIMIT_ADDRESS: '0',
  LOGIN_LIMIT_ACCOUNT: '0',
});
const { post, signInHere, withGoogle, whoIs } = googleVisits(shop);
afterAll(async () => {
  await issuer.close();
  await mail.close();
});

const linkTo = async (email: string, purpose: string) => {
  const found = () =>
    mail.received
      .filter(({ to }) => to.includes(email))
      .map(({ text }) => /\/account\/link#(\S+)/.exec(text)?.[1] ?? '')
      .findLast((link) => link.startsWith(`${purpose}.`));
  await expect.poll(found, { timeout: 60_000 }).toBeDefined();
  return found() ?? '';
};

const nextPassword = 'the one of its owner';

/** Sets a new password as who reads the mails of an address. */
async function recover(email: string): Promise<void> {
  await shop.nobody.post('/identity/recover', { email });
  const link = await linkTo(email, 'recover');
  expect((await shop.nobody.post('/identity/reset-password', { link, password: nextPassword })).status).toBe(204);
}

/** Links the login of the issuer's person to an account, in a browser that is signed in to it. */
async function linkGoogle(who: ApiClient): Promise<string> {
  const browser = new HttpBrowser();
  await signInHere(browser, who.email, password);
  const as = { authorization: `Bearer ${who.token}` };
  const { address }: { address: string } = await (await post(browser, '/me/logins', { returnTo: '/' }, as)).json();
  return (await browser.go(address, isPage)).search;
}

describe('an address with which somebody else signed up', () => {
  it('is its owner’s alone once they set a password by a mailed link: all of before ends', async () => {
    const squatter = await signUp(shop.origin, 'Squatter');
    issuer.person = somebody();
    expect(await linkGoogle(squatter)).toBe('?google=linked');
    await addApp(squatter);
    await recover(squatter.email);

    const owner = await signIn(shop.origin, squatter.email, nextPassword);
    expect((await owner.get<MyLogins>('/me/logins')).body.logins).toEqual([]);
    expect((await owner.get<OwnFactors>('/me/factors')).body).toMatchObject({ factors: [], recoveryCodesLeft: 0 });
    expect((await owner.get('/me/account')).body).toMatchObject({ hasPassword: true, isProved: true });
    expect((await squatter.get('/me/logins')).status).toBe(401);
    await expect(signIn(shop.origin, squatter.email)).rejects.toThrow('401');
    const browser = new HttpBrowser();
    await withGoogle(browser);
    expect((await whoIs(browser))?.email).not.toBe(squatter.email);
  });

  it('that was proved keeps its second factor and its logins, when its password is set anew', async () => {
    const owner = await signUp(shop.origin);
    const link = await linkTo(owner.email, 'prove');
    const proved = await owner.post('/identity/link', { link }, { headers: { cookie: owner.cookie } });
    expect(proved.status).toBe(200);
    issuer.person = somebody();
    await linkGoogle(owner);
    const app = await addApp(owner);
    await recover(owner.email);
    const first = await shop.nobody.post('/identity/sign-in', { email: owner.email, password: nextPassword });
    expect(first).toMatchObject({ status: 401, body: { type: '/problems/second-factor' } });
    const headers = { cookie: cookiesOf(first) };
    expect((await shop.nobody.post('/identity/second-factor', { code: app.code() }, { headers })).status).toBe(200);
  });

  it('is not proved for them by its owner, who presses the button in a mail of the shop’s and is not signed in', async () => {
    const [squatter, owner] = [await signUp(shop.origin, 'Squatter'), await signUp(shop.origin)];
    const use = async (link: string, cookie = '') => {
      const reply = await shop.nobody.post('/identity/link', { link }, { headers: { cookie } });
      expectProblem(reply, 409, /^Please log in to the account that this link is for/);
    };
    const link = await linkTo(squatter.email, 'prove');
    await use(link);
    await use(link, owner.cookie);
    const wanted = `wanted-${squatter.email}`;
    expect((await squatter.post('/identity/email', { email: wanted })).status).toBe(202);
    const next = await linkTo(wanted, 'change-email');
    await use(next);
    await use(next, owner.cookie);
    expect((await squatter.get('/me/account')).body).toMatchObject({ isProved: false });
    expect((await signUp(shop.origin, 'Owner', wanted)).email).toBe(wanted);
  });
});
