import { randomBytes } from 'node:crypto';
import type { Router } from 'express';
import type { Configuration } from 'openid-client';
import type { Issuer } from '../../../modules/identity/google/issuer.ts';
import { madeOnce } from '../../../modules/kernel/concurrency/made-once.ts';
import { issuerClient, library, type OnFault } from '../issuer-client.ts';
import type { Client } from './open-provider.ts';
import { localIssuerPath } from './path.ts';
import { people } from './people.ts';
import { issuerRouter } from './router.ts';

/** What it calls itself, however one reaches the shop: somebody who comes by another port is still the same. */
const name = `http://localhost${localIssuerPath}`;

/**
 * An issuer of the shop's own, so that 'Continue With Google' works with no network: whoever comes is whom they say they
 * are. Nothing of it is loaded, and no key is made, before somebody uses it.
 * @param origin where this process reaches itself
 */
export function localIssuer(
  origin: () => string,
  callbackPath: string,
  onFault: OnFault,
): { issuer: Issuer; router: Router } {
  const client: Client = { id: 'inventory', secret: randomBytes(32).toString('base64url'), callbackPath };
  const everybody = people();
  const open = madeOnce(async () => {
    const { openProvider } = await import('./open-provider.ts');
    return openProvider(name, localIssuerPath, client, everybody);
  });
  const issuer = issuerClient({
    isReal: false,
    onFault,
    discover: () => configurationOf(client, origin() + localIssuerPath),
    // The browser stays at the name by which it reaches the shop, where its cookies are; and is asked each time who it is.
    addressOf(address) {
      address.searchParams.set('prompt', 'login');
      return `${address.pathname}${address.search}`;
    },
  });
  return { issuer, router: issuerRouter(localIssuerPath, everybody, open) };
}

/** What others would find out about the issuer by asking it. */
async function configurationOf({ id, secret }: Client, base: string): Promise<Configuration> {
  const { allowInsecureRequests, ClientSecretPost, Configuration } = await library();
  const known = {
    issuer: name,
    authorization_endpoint: `${base}/auth`,
    token_endpoint: `${base}/token`,
    jwks_uri: `${base}/jwks`,
    id_token_signing_alg_values_supported: ['ES256'],
    authorization_response_iss_parameter_supported: true,
    claims_supported: ['auth_time'],
  };
  const metadata = { client_secret: secret, id_token_signed_response_alg: 'ES256' };
  const configuration = new Configuration(known, id, metadata, ClientSecretPost(secret));
  allowInsecureRequests(configuration);
  return configuration;
}
