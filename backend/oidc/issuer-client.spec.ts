import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { IssuersAnswer } from '../../modules/identity/google/issuer.ts';
import { type IssuerUnderTest, issuerUnderTest } from '../testing/servers/issuer-under-test.ts';
import { discoveredIssuer } from './issuer-client.ts';

const callback = 'http://localhost:3000/identity/google/callback';
const mina = { sub: 'subject of Mina', email: 'Mina@example.com', email_verified: true, name: 'Mina' };

describe('an issuer', () => {
  let issuer: IssuerUnderTest;
  let faults: string[] = [];
  let hosts: (string | undefined)[] = [];
  const client = (but: { secret?: string; address?: string } = {}) =>
    discoveredIssuer(
      {
        issuer: but.address ?? issuer.address,
        clientId: issuer.settings.GOOGLE_CLIENT_ID,
        clientSecret: but.secret ?? issuer.settings.GOOGLE_CLIENT_SECRET,
      },
      (code, host) => {
        faults.push(code);
        hosts.push(host);
      },
    );

  beforeAll(async () => {
    issuer = await issuerUnderTest();
  });
  afterEach(() => {
    [faults, hosts] = [[], []];
    issuer.misstated = {};
    issuer.person = undefined;
  });
  afterAll(() => issuer.close());

  /** Signs in as a browser would; what comes back may be tampered with on the way. */
  async function signIn(
    of = client(),
    {
      anew = false,
      since = new Date(),
      there = (address: URL) => address,
      back = (answer: IssuersAnswer) => answer,
    } = {},
  ) {
    const { address, handshake } = await of.begin({ callback, anew });
    const answer = back(await walk(there(new URL(address))));
    return { answer, handshake, vouched: of.finish(answer, { callback, anew, handshake, since }) };
  }

  it('vouches for somebody by issuer and subject', async () => {
    issuer.person = mina;
    const { vouched } = await signIn();
    expect(await vouched).toEqual({
      issuer: issuer.address,
      subject: mina.sub,
      email: 'mina@example.com',
      isEmailVerified: true,
      name: 'Mina',
    });
    expect(Object.fromEntries(issuer.asked.at(-1) ?? [])).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid email profile',
      redirect_uri: callback,
    });
  });

  it.each([[{ email_verified: false }], [{ email_verified: undefined }]])(
    'has not seen an address where it says %o',
    async (but) => {
      issuer.person = { ...mina, ...but };
      expect(await (await signIn()).vouched).toMatchObject({ email: 'mina@example.com', isEmailVerified: false });
    },
  );

  it('is not gone on with by who cancels', async () => {
    const { vouched } = await signIn();
    await expect(vouched).rejects.toMatchObject({ because: 'cancelled' });
    expect(faults).toEqual([]);
  });

  it.each([
    ['another state', { back: (answer: IssuersAnswer) => ({ ...answer, state: 'another' }) }],
    ['no state', { back: (answer: IssuersAnswer) => ({ ...answer, state: undefined }) }],
    ['another code', { back: (answer: IssuersAnswer) => ({ ...answer, code: 'another' }) }],
    ['no code', { back: (answer: IssuersAnswer) => ({ ...answer, code: undefined }) }],
    ['another issuer', { back: (answer: IssuersAnswer) => ({ ...answer, iss: 'https://evil.example' }) }],
    ['no issuer', { back: (answer: IssuersAnswer) => ({ ...answer, iss: undefined }) }],
    [
      'an error without its state',
      { back: () => ({ error: 'access_denied', state: 'x', code: undefined, iss: undefined }) },
    ],
    ['another nonce', { there: (address: URL) => withQuery(address, 'nonce', 'another') }],
    ['another challenge', { there: (address: URL) => withQuery(address, 'code_challenge', 'a'.repeat(43)) }],
  ])('vouches for nobody who comes back with %s', async (_, tampering) => {
    issuer.person = mina;
    const { vouched } = await signIn(client(), tampering);
    await expect(vouched).rejects.toMatchObject({ because: 'again' });
  });

  it('vouches for nobody a second time with the same code', async () => {
    issuer.person = mina;
    const of = client();
    const { answer, handshake, vouched } = await signIn(of);
    await vouched;
    const again = of.finish(answer, { callback, anew: false, handshake, since: new Date() });
    await expect(again).rejects.toMatchObject({ because: 'again' });
    expect(faults).toEqual(['invalid_grant']);
  });

  it.each([
    ['another issuer', { iss: 'https://evil.example' }],
    ['another shop', { aud: 'another-shop' }],
    ['another nonce', { nonce: 'another' }],
    ['a time that is over', { exp: 1_000 }],
  ])('is not believed in a token for %s', async (_, misstated) => {
    issuer.person = mina;
    issuer.misstated = misstated;
    await expect((await signIn()).vouched).rejects.toMatchObject({ because: 'again' });
  });

  it('is away when it cannot be reached, and asked again at the next sign-in', async () => {
    const elsewhere = await issuerUnderTest();
    const { address } = elsewhere;
    await elsewhere.close();
    const of = client({ address });
    await expect(of.begin({ callback, anew: false })).rejects.toMatchObject({ because: 'away' });
    await expect(of.begin({ callback, anew: false })).rejects.toMatchObject({ because: 'away' });
    expect(faults).toEqual(['ECONNREFUSED', 'ECONNREFUSED']);
    expect(hosts).toEqual([new URL(address).host, new URL(address).host]);
  });

  it('is away for a shop whose secret it does not know, which the operator is told', async () => {
    issuer.person = mina;
    const { vouched } = await signIn(client({ secret: 'wrong' }));
    await expect(vouched).rejects.toMatchObject({ because: 'away' });
    expect(faults).toEqual(['invalid_client']);
    expect(hosts).toEqual([new URL(issuer.address).host]);
  });

  it('asks somebody anew whom it knows, and says when it did', async () => {
    issuer.person = mina;
    const { vouched } = await signIn(client(), { anew: true });
    expect((await vouched).subject).toBe(mina.sub);
    expect(issuer.asked.at(-1)?.get('prompt')).toBe('login');
    const later = new Date(Date.now() + 60_000);
    await expect((await signIn(client(), { anew: true, since: later })).vouched).rejects.toMatchObject({
      because: 'again',
    });
  });
});

const withQuery = (address: URL, name: string, value: string) => {
  address.searchParams.set(name, value);
  return address;
};

/** Follows an issuer's redirects with its cookies, up to the shop's callback; resolves to what comes back with it. */
async function walk(start: URL): Promise<IssuersAnswer> {
  const cookies = new Map<string, string>();
  let address = start;
  while (address.pathname !== new URL(callback).pathname) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, { redirect: 'manual', headers: { cookie } });
    await response.arrayBuffer();
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    address = new URL(response.headers.get('location') ?? '', address);
  }
  const found = (name: string) => address.searchParams.get(name) ?? undefined;
  return { code: found('code'), state: found('state'), error: found('error'), iss: found('iss') };
}
