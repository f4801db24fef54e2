import type { Route } from '../../../modules/kernel/route.ts';
import { type PageName, pages, shelves } from '../../../modules/kernel/wire/page-addresses.ts';
import { sendHead } from '../responses/send-json.ts';
import type { Call } from '../routing/call.ts';

/** The pages that show what a call answers, to everybody who may have it; an address of one takes the call's parameter. */
export const shownAt: Readonly<Record<string, PageName>> = {
  '/cart': 'cart',
  '/tool': 'front',
  '/tool/{id}': 'tool',
  '/booking': 'ordersInfo',
  '/user': 'makeAdmin',
  '/people/{email}': 'person',
  '/products': 'products',
  '/history': 'history',
  '/history/{stream}': 'asItWas',
  '/history/why/{event}': 'causes',
  '/operations/status': 'status',
};

/** Where somebody is led who typed the address of a call; undefined for a call that no page shows. */
export function pageMeant({ method, path }: Pick<Route, 'method' | 'path'>): string | undefined {
  const name = method === 'get' ? shownAt[path] : undefined;
  return name && (name === 'front' ? shelves : pages[name]);
}

/**
 * Fetch metadata: whether a browser goes to this address to show it, where a person typed `/cart` and would see bare JSON, or
 * that they are not logged in. A program says nothing of the kind, and neither does a page that calls; and an address with a
 * query was written by somebody who knows the call, and wants to see its answer.
 */
export function isVisit({ request, search }: Pick<Call, 'request' | 'search'>): boolean {
  const { 'sec-fetch-mode': mode, accept = '' } = request.headers;
  return mode === 'navigate' && request.method === 'GET' && search === '' && accept.includes('text/html');
}

/** Leads to a page: what is asked for is shown at another address (303; RFC 9110, 15.4.4). Kept by nobody, since a call is answered there too. */
export function leadTo(page: string, { params, response, always }: Pick<Call, 'params' | 'response' | 'always'>): void {
  const [value = ''] = Object.values(params);
  const location = page.replace(/:\w+/, () => encodeURIComponent(String(value)));
  const headers = { Location: location, 'Cache-Control': 'no-store', Vary: 'Accept, Sec-Fetch-Mode' };
  sendHead(response, { status: 303, headers, always });
}
