import type { Route } from '../../../modules/kernel/route.ts';

type Header = { readonly required: boolean; readonly description: string; readonly schema: object };

const text = { type: 'string' };
const position = { type: 'string', pattern: '^[0-9]+$' };

const asOf: Header = {
  required: true,
  description:
    'What the answer is true as of: all that happened up to this position is in it. What has happened since may be, too.',
  schema: position,
};
const upTo: Header = {
  required: false,
  description: 'The position of its last event. Left out where there was nothing to do.',
  schema: position,
};
const notShownYet: Header = {
  required: false,
  description: 'What was changed is kept, and GETs did not show it in time. Left out where they do.',
  schema: { const: 'false' },
};
const total: Header = {
  required: false,
  description: 'How many there are in all. Left out where nobody keeps count of what was asked for.',
  schema: { type: 'string', pattern: '^[0-9]+$' },
};
const forIfMatch = (required: boolean): Header => ({
  // The answer to a key that was used before may be about what is another by now.
  required,
  description: 'Of what is there now; for If-Match.',
  schema: text,
});
const forIfNoneMatch: Header = {
  required: true,
  description: 'For If-None-Match: as long as the answer is the same it is 304 then.',
  schema: text,
};
const nextPage: Header = {
  required: false,
  description: 'Where the next page is: <…>; rel="next". Left out of the last one.',
  schema: text,
};
const whereTo: Header = { required: true, description: 'Where to go on.', schema: text };
const whenAgain: Header = {
  required: true,
  description: 'Seconds after which to ask again.',
  schema: { type: 'string', pattern: '^[0-9]+$' },
};

/** Whether an answer has an ETag by which it is not sent again. What is sent as it is made has none. */
export function hasETag({ method, answers }: Pick<Route, 'method' | 'answers'>): boolean {
  return method === 'get' && answers[200] !== undefined && answers[200].type === undefined;
}

/**
 * The headers of an answer that a program goes by, as the OpenAPI document tells of them.
 * @param isPaged whether the call's answers go on in pages
 */
export function headersOf(route: Route, status: number, isPaged: boolean): { readonly [name: string]: Header } {
  const { method, saysAsOf, saysTotal, isTagged } = route;
  if (status === 429 || status === 503) return { 'Retry-After': whenAgain };
  if (status === 412) return { ETag: forIfMatch(false) };
  if (status === 303) return { Location: whereTo };
  const byEvents = { 'Event-Position': upTo, 'Event-Applied': notShownYet };
  if (status === 302) return { Location: whereTo, ...byEvents };
  if (status >= 400) return {};
  if (method !== 'get') return { ...byEvents, ...(isTagged && { ETag: forIfMatch(false) }) };
  return {
    ...(saysAsOf && { 'Event-Position': asOf }),
    ...(isTagged ? { ETag: forIfMatch(true) } : hasETag(route) && { ETag: forIfNoneMatch }),
    ...(isPaged && { Link: nextPage }),
    ...(saysTotal && { 'Total-Count': total }),
  };
}
