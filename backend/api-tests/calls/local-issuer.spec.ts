import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { openLog } from '../../runtime/logging/log.ts';
import { demoAdmin } from '../../start/demo/seed.ts';
import { ApiClient, signUp } from '../../testing/api-client.ts';
import { HttpBrowser } from '../../testing/clients/http-browser.ts';
import { issuerUnderTest } from '../../testing/servers/issuer-under-test.ts';
import { openShop } from '../shop-under-test.ts';

const shop = await openShop();
const issuer = await issuerUnderTest();
afterAll(async () => {
  await issuer.close();
  await shop.end();
});

/** Says who one is to the local issuer; resolves to the page that one ends at. */
async function signIn(
  browser: HttpBrowser,
  said: Readonly<Record<string, string>>,
  { origin } = shop,
): Promise<string> {
  const form = await browser.go(`${origin}/identity/google?returnTo=/timing`, isPage);
  const shown = await (await browser.call(form)).text();
  expect(shown).toContain('Demo');
  const body = new URLSearchParams(said);
  const sent = await browser.call(form, { method: 'POST', body, headers: { origin } });
  const { pathname, search } = await browser.go(new URL(sent.headers.get('location') ?? '', form).href, isPage);
  return pathname + search;
}

const isPage = ({ pathname }: URL) =>
  pathname.startsWith('/sandbox/issuer/interaction/') || !/^\/(identity|sandbox)\//.test(pathname);

const refresh = (browser: HttpBrowser, origin: string) =>
  browser.call(`${origin}/identity/refresh`, { method: 'POST', headers: { origin } });

describe('the local issuer of a shop without Google', () => {
  it('signs in whom one says one is, and the same one again', async () => {
    const uids: string[] = [];
    for (const name of ['Mina', 'Mina again']) {
      const browser = new HttpBrowser();
      expect(await signIn(browser, { name, email: 'Mina@example.com' })).toBe('/timing');
      uids.push((await (await refresh(browser, shop.origin)).json()).user.uid);
    }
    expect(new Set(uids).size).toBe(1);
  });

  it('signs in somebody else in the same browser', async () => {
    const browser = new HttpBrowser();
    for (const email of ['one@example.com', 'two@example.com']) {
      await signIn(browser, { name: 'One', email });
      expect((await (await refresh(browser, shop.origin)).json()).user.email).toBe(email);
    }
  });

  it('proves no address: whoever has an account keeps it', async () => {
    const browser = new HttpBrowser();
    expect(await signIn(browser, { name: 'Imposter', email: demoAdmin.email })).toBe(
      '/login?google=taken&from=%2Ftiming',
    );
    expect((await refresh(browser, shop.origin)).status).toBe(401);
  });

  it('takes no for an answer', async () => {
    expect(await signIn(new HttpBrowser(), { cancel: 'yes' })).toBe('/login?google=cancelled&from=%2Ftiming');
  });

  it('is there for this machine’s own names only', async () => {
    const { status } = await new HttpBrowser().call(`${shop.origin}/sandbox/issuer/jwks`);
    expect(status).toBe(200);
    const http = await import('node:http');
    const rebound = await new Promise<number | undefined>((resolve) => {
      const options = { headers: { host: 'evil.example' } };
      http.get(`${shop.origin}/sandbox/issuer/jwks`, options, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
    });
    expect(rebound).toBe(404);
  });

  it('has its accounts closed once a real issuer is set: no session, and the address is free', async () => {
    const browser = new HttpBrowser();
    await signIn(browser, { name: 'Nina', email: 'nina@example.com' });
    const real = await openShop({ DATA_DIR: shop.dataDir, ...issuer.settings });
    expect((await refresh(browser, real.origin)).status).toBe(401);
    issuer.person = { sub: 'subject of Nina', email: 'nina@example.com', email_verified: true };
    const owner = new HttpBrowser();
    const isEnd = ({ pathname }: URL) => pathname === '/timing' || pathname === '/login';
    expect((await owner.go(`${real.origin}/identity/google?returnTo=/timing`, isEnd)).pathname).toBe('/timing');
    await real.close();
  });

  it('has the admin closed with them who signed in with it, which is said, and who says the code next is the admin', async () => {
    const printed: string[] = [];
    const print = (line: string) => printed.push(line);
    const code = () => /code (\S+)$/.exec(printed.at(-1) ?? '')?.[1];
    const demo = await openShop({ SEED: 'none' }, { print });
    onTestFinished(() => demo.end());
    const browser = new HttpBrowser();
    await signIn(browser, { name: 'Olga', email: 'olga@example.com' }, demo);
    const { idToken } = await (await refresh(browser, demo.origin)).json();
    const nobody = new ApiClient(demo.origin);
    const body = { email: 'olga@example.com' };
    const { token } = (await nobody.put<{ token: string }>(`/user/${body.email}`, body, { token: idToken })).body;
    expect((await nobody.post('/setup', { code: code() }, { token })).status).toBe(200);
    const late = await signUp(demo.origin);
    expect((await late.post('/setup', { code: code() })).status).toBe(409);

    const said: string[] = [];
    const log = openLog('warn', { write: (line) => void said.push(JSON.parse(line).msg) });
    const real = await openShop({ DATA_DIR: demo.dataDir, SEED: 'none', ...issuer.settings }, { print, log });
    onTestFinished(() => real.close());
    expect(said).toContain(
      'the last admin of this shop was forgotten: whoever says its code at /setup becomes the next',
    );
    const owners = await Promise.all(['Olga', 'Oscar', 'Otto'].map((name) => signUp(real.origin, name)));
    const replies = await Promise.all(owners.map((owner) => owner.post('/setup', { code: code() })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const flags = await Promise.all(owners.map((owner) => owner.get<{ admin: boolean }>(`/admin/${owner.email}`)));
    expect(flags.filter(({ body }) => body.admin)).toHaveLength(1);
  });
});
