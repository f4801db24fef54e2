/**
 * The addresses of the browser's pages, `:name` standing for any one part. From these lists come the browser's routes,
 * the head start of their code, the links to them, and the server's knowledge of which addresses are pages.
 */

/** For everybody. */
export const openPages = {
  front: '/',
  home: '/home',
  login: '/login',
  signup: '/signup',
  recover: '/account/recover',
  link: '/account/link',
  blogs: '/blogs',
  article: '/blogs/:slug',
  portfolio: '/portfolio',
  purchase: '/payment',
  timing: '/timing',
  location: '/location',
  confirmed: '/account/confirmed',
  cart: '/mycart',
} as const;

/** For whoever is signed in. */
export const memberPages = {
  tool: '/tools/:id',
  keptMails: '/sandbox/mail',
  checkout: '/checkout',
  setup: '/setup',
} as const;

/** For whoever is signed in, in the dashboard's frame. */
export const dashboardPages = {
  ordersInfo: '/dashboard',
  myOrders: '/dashboard/myorders',
  payment: '/dashboard/payment/:id',
  payTogether: '/dashboard/pay',
  receipt: '/dashboard/receipt/:id',
  addReview: '/dashboard/review',
  myProfile: '/dashboard/myprofile',
  addProduct: '/dashboard/manageproducts',
  products: '/dashboard/products',
  makeAdmin: '/dashboard/allusers',
  history: '/dashboard/history',
  asItWas: '/dashboard/history/:of',
  causes: '/dashboard/history/why/:event',
  status: '/dashboard/status',
  order: '/dashboard/orders/:id',
  person: '/dashboard/people/:email',
} as const;

export const pages = { ...openPages, ...memberPages, ...dashboardPages };
export type PageName = keyof typeof pages;

/** Where the tools stand on the front page. */
export const shelves = `${pages.front}#tools`;

const patterns = Object.entries(pages).map(
  ([name, address]) => [name as PageName, new RegExp(`^${address.replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i')] as const,
);

/** The page at an address, whatever its letters' case and with or without a slash at its end, as the router takes it. */
export function pageAt(pathname: string): PageName | undefined {
  return patterns.find(([, pattern]) => pattern.test(pathname))?.[0];
}
