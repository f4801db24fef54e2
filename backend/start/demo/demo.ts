import { BlockList, isIP } from 'node:net';

/** The settings that say how the shop is reached, and what of a demo it has. */
type Settings = {
  readonly HOST: string;
  readonly PUBLIC_URL?: string | undefined;
  readonly SEED: 'demo' | 'none';
  readonly PAYMENTS: 'stripe' | 'sandbox';
};

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/**
 * Whether a host is this machine and nobody else's: a loopback address (RFC 1122, 3.2.1.3; RFC 4291, 2.5.3), or localhost
 * (RFC 6761, 6.3). An IPv6 address may come in the brackets of a URL. Any other name may lead anywhere.
 */
export function isLoopback(host: string): boolean {
  const plain = host.replace(/^\[|\]$/g, '').toLowerCase();
  const family = isIP(plain);
  if (family !== 0) return loopback.check(plain, family === 4 ? 'ipv4' : 'ipv6');
  return /^(.+\.)?localhost\.?$/.test(plain);
}

/** By which setting others than this machine reach the shop; undefined when only this machine does. */
export function openToOthersBy({ HOST, PUBLIC_URL }: Settings): string | undefined {
  if (!isLoopback(HOST)) return `HOST ${HOST}`;
  if (PUBLIC_URL !== undefined && !isLoopback(new URL(PUBLIC_URL).hostname)) return `PUBLIC_URL ${PUBLIC_URL}`;
  return undefined;
}

/** What of a demo the shop has, in words; undefined when it is a real one. */
export function demoPartsOf({ SEED, PAYMENTS }: Settings): string | undefined {
  const parts = [
    ...(SEED === 'demo' ? ['the demo accounts (their password is known)'] : []),
    ...(PAYMENTS === 'sandbox' ? ['the payment sandbox (it takes no money)'] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(' and ');
}
