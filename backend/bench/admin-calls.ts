const day = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * day).toISOString().slice(0, 10);

/** What there is in the shop, to be looked for. */
export type Known = { readonly toolId: string; readonly orderId: string; readonly email: string };

/** The calls of the admins' screens, by what one does there. */
export function adminCalls({ toolId, orderId, email }: Known): Readonly<Record<string, string>> {
  const month = `since=${daysAgo(200)}&until=${daysAgo(170)}`;
  return {
    'people: the first page': '/user?limit=20&with=orders',
    'people: a thousand': '/user?limit=1000&with=orders',
    'people: by an email': `/user?limit=20&q=${email}`,
    'people: by a name that all have': '/user?limit=20&q=person',
    'people: by a last name': '/user?limit=20&q=4711',
    'people: by a name that nobody has': '/user?limit=20&q=zzz',
    'people: admins': '/user?limit=20&role=admin',
    'orders: the first page': '/booking?limit=20',
    'orders: a thousand': '/booking?limit=1000',
    'orders: paid': '/booking?limit=20&status=paid',
    'orders: paid, of a month': `/booking?limit=20&status=paid&${month}`,
    'orders: shipped, of which there are none': '/booking?limit=20&fulfilment=shipped',
    'orders: of a tool': `/booking?limit=20&toolId=${toolId}`,
    'orders: paid, of a tool, of a month': `/booking?limit=20&status=paid&toolId=${toolId}&${month}`,
    'orders: by a number': `/booking?limit=20&q=${orderId.slice(0, 8)}`,
    'orders: by an email': `/booking?limit=20&q=${email}`,
    'orders: by a name that all have': '/booking?limit=20&q=person',
    'orders: by a name that a thousandth have': '/booking?limit=20&q=77',
    'orders: counts': '/orders/counts',
    'orders: a year by day': '/orders/days?days=366',
    'orders: the tools that brought most': '/orders/tools?limit=100',
    'products: the first page': '/products?limit=20',
    'products: a thousand': '/products?limit=1000',
    'products: by a word that all have': '/products?limit=20&search=hammer',
    'products: by a misspelt word': '/products?limit=20&search=hamer%204711',
    'products: those sold most': '/products?limit=20&sort=-sold',
    'counts for filters': '/tool/facets',
    'reviews: the first page': '/reviews?limit=20',
    'refunds that failed': '/refunds/failed',
    'history: the first page': '/history?limit=50',
    status: '/operations/status',
  };
}

/** The lists of which a page is asked for that many come before. */
export const longLists: Readonly<Record<string, string>> = {
  'people: behind 20,000': '/user?limit=20&with=orders',
  'people: by a name that all have, behind 20,000': '/user?limit=20&q=person',
  'orders: behind 20,000': '/booking?limit=20',
  'orders: paid, behind 20,000': '/booking?limit=20&status=paid',
  'products: the last': '/products?limit=20',
};

export const exported: Readonly<Record<string, string>> = {
  'orders as a file': '/orders/export',
  'products as a file': '/products/export',
};
