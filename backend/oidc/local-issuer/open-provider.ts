import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import type { Configuration } from 'oidc-provider';
import { Provider } from 'oidc-provider';
import { isLoopback } from '../../start/demo/demo.ts';
import { keptInMemory } from './kept-in-memory.ts';
import { brokenOffPage } from './pages.ts';
import type { People } from './people.ts';
import { sessionCookie } from './router.ts';

/** Seconds for which one sign-in may go on, and for which what comes of it is good. */
const minutes = 60;
const lifetimes: Configuration['ttl'] = {
  Interaction: 10 * minutes,
  Session: 10 * minutes,
  Grant: 10 * minutes,
  AuthorizationCode: minutes,
  AccessToken: minutes,
  IdToken: minutes,
};

export type Client = { readonly id: string; readonly secret: string; readonly callbackPath: string };

/** The OpenID provider behind the local issuer's pages. Its keys are made now, and kept nowhere. */
export async function openProvider(issuer: string, base: string, client: Client, people: People): Promise<Provider> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const provider = new Provider(issuer, {
    adapter: keptInMemory(),
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [`http://localhost${client.callbackPath}`],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig' }] },
    cookies: {
      long: { httpOnly: true, sameSite: 'lax', path: base },
      keys: [randomBytes(32).toString('base64url')],
      names: { session: sessionCookie, interaction: 'issuer_interaction', resume: 'issuer_resume' },
    },
    // In the ID token, where the shop looks for them.
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    findAccount: people.find,
    interactions: { url: (_, { uid }) => `${base}/interaction/${uid}` },
    // Nobody is asked whether the shop may know what they have just typed for it.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ accountId: oidc.session?.accountId, clientId: client.id });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    renderError(context) {
      context.type = 'html';
      context.body = brokenOffPage(base);
    },
    ttl: lifetimes,
  });
  // Any loopback address and port: people reach the shop by several (RFC 8252, 7.3).
  provider.Client.prototype.redirectUriAllowed = (wanted: string) => {
    const address = URL.parse(wanted);
    return address?.protocol === 'http:' && isLoopback(address.hostname) && address.pathname === client.callbackPath;
  };
  return provider;
}
