import type { Router } from 'express';
import { callbackPath } from '../../modules/identity/google/attempts.ts';
import type { Issuer } from '../../modules/identity/google/issuer.ts';
import type { CountedLog } from '../runtime/logging/counted-log.ts';
import { openToOthersBy } from '../start/demo/demo.ts';
import type { Config } from '../start/settings/config.ts';
import { discoveredIssuer, type OnFault } from './issuer-client.ts';
import { localIssuer } from './local-issuer/local-issuer.ts';

/** Who knows people besides the shop itself; `issuer` is left out where nobody does. */
export type OpenIssuer = {
  readonly issuer?: Issuer;
  /** The local issuer's pages, when there is one. */
  readonly router?: Router;
};

/**
 * Google, or another issuer, as the settings say; without one a local issuer, in a shop that only this machine reaches and
 * that is not in production. `origin` is where this server can be reached by itself.
 */
export function openIssuer(config: Config, origin: () => string, counted: CountedLog): OpenIssuer {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, OIDC_ISSUER: issuer } = config;
  const onFault: OnFault = (code, host) => {
    const message = 'signing in through the issuer failed';
    counted.add('IssuerFault', { level: 'warn', message, call: 'issuer', first: { reason: code, host } });
  };
  if (clientId !== undefined && clientSecret !== undefined) {
    return { issuer: discoveredIssuer({ issuer, clientId, clientSecret }, onFault) };
  }
  const isToTryThings =
    config.NODE_ENV !== 'production' && config.DEMO !== 'public' && openToOthersBy(config) === undefined;
  return isToTryThings ? localIssuer(origin, callbackPath, onFault) : {};
}
