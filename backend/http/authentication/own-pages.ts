import type { IncomingHttpHeaders } from 'node:http';
import { Forbidden } from '../../../modules/kernel/errors.ts';

/** Browsers say so of what was asked by a page of the same origin, or by nobody but the person: an address that they typed. */
const ownSites: readonly unknown[] = ['same-origin', 'none'];

/** A page of another site asked in the name of whoever looks at it. */
export class FromAnotherSite extends Forbidden {
  constructor() {
    super('This is taken from the shop’s own pages only.');
  }
}

/**
 * Cross-site request forgery: a browser sends the cookie along whoever asks, and says in `Origin` and `Sec-Fetch-Site` who
 * that is. Programs say neither, and have the cookie because it was given to them. A shop is reached at more than one
 * address (localhost and 127.0.0.1; a name, and a node of its own): the one that was asked is as good as the one that is
 * told to people, but over TLS where that is.
 * @param publicUrl where people reach the shop
 * @throws FromAnotherSite
 */
export function checkOwnPage(headers: IncomingHttpHeaders, publicUrl: string | undefined): void {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (site !== undefined && !ownSites.includes(site)) throw new FromAnotherSite();
  if (origin === undefined) return;
  const { origin: known, protocol } = publicUrl === undefined ? { origin: '', protocol: '' } : new URL(publicUrl);
  const asked = protocol === 'https:' ? [`https://${host}`] : [`https://${host}`, `http://${host}`];
  if (![known, ...asked].includes(origin.toLowerCase())) throw new FromAnotherSite();
}
