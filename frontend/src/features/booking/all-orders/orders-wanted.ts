import { fulfilments } from '../../../../../modules/booking/contract.ts';
import { longestEmail } from '../../../../../modules/kernel/wire/longest.ts';

/** What an admin looks for among the orders, as the address bar and the shop both name it. */
export const wantedNames = ['q', 'status', 'fulfilment', 'since', 'until', 'toolId', 'personEmail'] as const;
export type WantedName = (typeof wantedNames)[number];
export type OrdersWanted = Readonly<Partial<Record<WantedName, string>>>;

export const statuses = [
  { value: 'unpaid', label: 'Unpaid' },
  { value: 'paid', label: 'Paid' },
  { value: 'refunded', label: 'Refunded' },
] as const;

const waysInWords = { none: 'Not packed', packed: 'Packed', shipped: 'Shipped', delivered: 'Delivered' } as const;
export const ways = fulfilments.map((value) => ({ value, label: waysInWords[value] }));

const oneOf = (options: readonly { readonly value: string }[], said: string) =>
  options.some(({ value }) => value === said);

/** What an address asks for. What is empty, or none of what may be chosen, is not asked for. */
export function wantedIn(params: URLSearchParams): OrdersWanted {
  const said = wantedNames.flatMap((name): [WantedName, string][] => {
    const value = (params.get(name) ?? '').trim().slice(0, longestEmail);
    if (!value || (name === 'status' && !oneOf(statuses, value)) || (name === 'fulfilment' && !oneOf(ways, value)))
      return [];
    return [[name, value]];
  });
  return Object.fromEntries(said);
}

/** A page of what is found: the cursor that it goes on after, and the number of its first order. */
export type Place = { readonly after: string; readonly from: number };
export const firstPage: Place = { after: '', from: 1 };

/** Where in what is found an address stands. */
export function placeIn(params: URLSearchParams): Place {
  const after = params.get('after') ?? '';
  const from = Number(params.get('from'));
  return after ? { after, from: Number.isSafeInteger(from) && from > 1 ? from : 1 } : firstPage;
}

/** The part of an address after its path that asks for it. */
export function searchFor(wanted: OrdersWanted, { after, from }: Place = firstPage): string {
  const params = new URLSearchParams();
  for (const name of wantedNames) if (wanted[name]) params.set(name, wanted[name]);
  if (after) params.set('after', after);
  if (after && from > 1) params.set('from', String(from));
  return params.size > 0 ? `?${params}` : '';
}

export const isNarrowed = (wanted: OrdersWanted) => wantedNames.some((name) => wanted[name] !== undefined);

/** What is left to look for without one of it. */
export function without(wanted: OrdersWanted, name: WantedName): OrdersWanted {
  const { [name]: _, ...rest } = wanted;
  return rest;
}
