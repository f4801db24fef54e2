import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt, exportJWK, generateKeyPair, importJWK, type JWTPayload, SignJWT } from 'jose';
import { Provider } from 'oidc-provider';
import { keptInMemory } from '../../oidc/local-issuer/kept-in-memory.ts';

/** Somebody whom the issuer knows. */
export type Known = {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
};

/** An issuer that people sign in to elsewhere, as Google is one: oidc-provider on a port of its own. */
export type IssuerUnderTest = {
  readonly address: string;
  /** The settings of a shop that is registered with it. */
  readonly settings: Readonly<Record<'GOOGLE_CLIENT_ID' | 'GOOGLE_CLIENT_SECRET' | 'OIDC_ISSUER', string>>;
  /** Who is at the browser; undefined for somebody who does not want to sign in. */
  person: Known | undefined;
  /** What it says in ID tokens instead: signed with its own key, and wrong. */
  misstated: JWTPayload;
  /** The queries of the sign-ins that were begun. */
  readonly asked: URLSearchParams[];
  readonly close: () => Promise<void>;
};

const client = { id: 'shop-under-test', secret: 'the-secret-of-the-shop-under-test' };

export async function issuerUnderTest(): Promise<IssuerUnderTest> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'k1' };
  const everybody = new Map<string, Known>();
  const asked: URLSearchParams[] = [];
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state: Pick<IssuerUnderTest, 'person' | 'misstated'> = { person: undefined, misstated: {} };

  const provider = new Provider(address, {
    adapter: keptInMemory(),
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: ['http://localhost/'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['of the issuer under test'] },
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...everybody.get(sub), sub }) }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ accountId: oidc.session?.accountId, clientId: client.id });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    ttl: { Interaction: 60, Session: 60, Grant: 60, AuthorizationCode: 60, AccessToken: 60, IdToken: 60 },
  });
  provider.Client.prototype.redirectUriAllowed = (wanted: string) =>
    new URL(wanted).pathname === '/identity/google/callback';

  const answer = provider.callback();
  server.on('request', (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', address);
    request.headers.cookie = request.headers.cookie?.replaceAll(/(^|; )_session(\.sig)?=[^;]*/g, ''); // Whoever is there now.
    if (pathname === '/auth') asked.push(searchParams);
    if (pathname === '/token') misstate(response, async (claims) => signed({ ...claims, ...state.misstated }));
    if (!pathname.startsWith('/interaction/')) return void answer(request, response);
    const { person } = state;
    if (person) everybody.set(person.sub, person);
    const result = person ? { login: { accountId: person.sub } } : { error: 'access_denied' };
    void provider.interactionFinished(request, response, result);
  });

  async function signed(claims: JWTPayload): Promise<string> {
    const header = { alg: 'RS256', kid: key.kid };
    return new SignJWT(claims).setProtectedHeader(header).sign(await importJWK(key, 'RS256'));
  }

  return {
    address,
    settings: { GOOGLE_CLIENT_ID: client.id, GOOGLE_CLIENT_SECRET: client.secret, OIDC_ISSUER: address },
    get person() {
      return state.person;
    },
    set person(person) {
      state.person = person;
    },
    get misstated() {
      return state.misstated;
    },
    set misstated(claims) {
      state.misstated = claims;
    },
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

/** Puts another ID token in the place of the one that is answered. */
function misstate(response: ServerResponse, sign: (claims: JWTPayload) => Promise<string>): void {
  const end = response.end.bind(response);
  response.end = ((body: unknown) => {
    const told: { id_token?: string } = JSON.parse(String(body));
    if (told.id_token === undefined) return end(body);
    sign(decodeJwt(told.id_token)).then((id_token) => {
      const text = JSON.stringify({ ...told, id_token });
      response.setHeader('Content-Length', Buffer.byteLength(text));
      end(text);
    }, response.destroy.bind(response));
    return response;
  }) as typeof response.end;
}
