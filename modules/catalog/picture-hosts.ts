import { Invalid } from '../kernel/errors.ts';

/**
 * Pages show pictures from these hosts alone, where a shop names any: one from elsewhere would never be seen.
 * @param address an https address, or a path of this site, which is always allowed
 * @param hosts as in an https address, with the port where it is not the usual one; undefined for any
 * @throws Invalid for an address at another host.
 */
export function checkPictureHost(address: string, hosts: readonly string[] | undefined): void {
  if (!hosts || address.startsWith('/') || hosts.includes(new URL(address).host)) return;
  const message = `Must be a path of this site, or an address at ${hosts.join(' or ')}`;
  throw new Invalid('Some fields are not right.', [{ path: 'img', message }]);
}
