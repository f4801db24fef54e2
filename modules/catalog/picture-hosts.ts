import { wrongFields } from '../kernel/errors.ts';

/**
 * Pages show pictures from these hosts alone, where a shop names any: one from elsewhere would never be seen.
 * @param tool its pictures: https addresses, or paths of this site, which are always allowed
 * @param hosts as in an https address, with the port where it is not the usual one; undefined for any
 * @throws Invalid for an address at another host.
 */
export function checkPictureHosts(
  { img, pictures = [] }: { readonly img: string; readonly pictures?: readonly string[] },
  hosts: readonly string[] | undefined,
): void {
  if (!hosts) return;
  const message = `Must be a path of this site, or an address at ${hosts.join(' or ')}`;
  const said = [{ path: 'img', address: img }, ...pictures.map((address, at) => ({ path: `pictures.${at}`, address }))];
  const errors = said
    .filter(({ address }) => !address.startsWith('/') && !hosts.includes(new URL(address).host))
    .map(({ path }) => ({ path, message }));
  if (errors.length > 0) throw wrongFields(errors);
}
