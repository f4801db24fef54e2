import type { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';

/**
 * Whose word is taken for where a request comes from: that of so many proxies in front of the shop, each of which adds to
 * `X-Forwarded-For` whom it heard from. What stands there further to the left is the client's own word, and not taken.
 */
export function trustsProxies(hops: number): (address: string, hop: number) => boolean {
  return (_, hop) => hop < hops;
}

/** The address that a request comes from, as far as it can be known behind so many proxies. */
export function clientAddress(request: IncomingMessage, hops: number): string {
  return proxyAddr(request, trustsProxies(hops));
}
