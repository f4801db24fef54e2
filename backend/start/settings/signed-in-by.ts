import { isLoopback } from '../demo/demo.ts';
import type { Config } from './config.ts';

/** Whose the tokens are that the shop gives out, and whether its cookies go over TLS alone. */
export function signedInBy(config: Config): { issuer: string; secureCookies: boolean } {
  // Without the port: processes with the same keys take each other's tokens, whichever port each of them listens on.
  const issuer = config.PUBLIC_URL ?? 'http://localhost';
  const isLocal = isLoopback(new URL(issuer).hostname);
  // In production a shop that does not say where it is must not be taken for a local one.
  const secureCookies = !isLocal || (config.NODE_ENV === 'production' && config.PUBLIC_URL === undefined);
  return { issuer, secureCookies };
}
