import type { ComponentType } from 'react';
import type { PageName } from '../../../modules/kernel/wire/page-addresses.ts';
import type { PageCode } from '../lib/lazy-loading/page-loading.ts';

function code(fetched: () => Promise<ComponentType>): PageCode {
  let known: ComponentType | undefined;
  const load = async () => {
    known = await fetched();
    return known;
  };
  return {
    load,
    get known() {
      return known;
    },
  };
}

/** The code of every page but the home page, each a file of its own that is fetched when it is asked for. */
export const pageCode: Record<Exclude<PageName, 'front' | 'home'> | 'dashboard' | 'notFound', PageCode> = {
  login: code(async () => (await import('./pages/login-for-page.tsx')).LoginForPage),
  signup: code(async () => (await import('../features/identity/signing-in/signup-page.tsx')).SignupPage),
  recover: code(async () => (await import('../features/identity/passwords/recover-page.tsx')).RecoverPage),
  link: code(async () => (await import('../features/identity/links/link-page.tsx')).LinkPage),
  tool: code(async () => (await import('./pages/tool/tool-page.tsx')).ToolPage),
  keptMails: code(async () => (await import('../features/mails/kept-mails-page.tsx')).KeptMailsPage),
  setup: code(async () => (await import('../features/users/setup-page.tsx')).SetupPage),
  blogs: code(async () => (await import('../features/pages/blogs-page.tsx')).BlogsPage),
  article: code(async () => (await import('../features/pages/article-page.tsx')).ArticlePage),
  portfolio: code(async () => (await import('../features/pages/portfolio-page.tsx')).PortfolioPage),
  purchase: code(async () => (await import('../features/pages/purchase-page.tsx')).PurchasePage),
  timing: code(async () => (await import('../features/pages/timing-page.tsx')).TimingPage),
  location: code(async () => (await import('../features/pages/location-page.tsx')).LocationPage),
  confirmed: code(async () => (await import('../features/identity/google/confirmed-page.tsx')).ConfirmedPage),
  cart: code(async () => (await import('./pages/cart/cart-page.tsx')).CartPage),
  checkout: code(async () => (await import('./pages/cart/checkout-page.tsx')).CheckoutPage),
  notFound: code(async () => (await import('../features/pages/not-found-page.tsx')).NotFoundPage),
  dashboard: code(async () => (await import('./dashboard/dashboard-layout.tsx')).DashboardLayout),
  ordersInfo: code(async () => (await import('../features/booking/orders-info-page.tsx')).OrdersInfoPage),
  myOrders: code(async () => (await import('../features/booking/my-orders/my-orders-page.tsx')).MyOrdersPage),
  payTogether: code(async () => (await import('./pages/payment/pay-together-page.tsx')).PayTogetherPage),
  payment: code(async () => (await import('./pages/payment/payment-page.tsx')).PaymentPage),
  receipt: code(async () => (await import('../features/booking/receipts/receipt-page.tsx')).ReceiptPage),
  addReview: code(async () => (await import('./pages/review-page.tsx')).ReviewPage),
  myProfile: code(async () => (await import('./pages/my-profile-page.tsx')).MyProfilePage),
  addProduct: code(async () => (await import('../features/catalog/add-product/add-product-page.tsx')).AddProductPage),
  products: code(async () => (await import('../features/products/products-page.tsx')).ProductsPage),
  history: code(async () => (await import('../features/audit/history-page.tsx')).HistoryPage),
  asItWas: code(async () => (await import('../features/audit/as-it-was-page.tsx')).AsItWasPage),
  causes: code(async () => (await import('../features/audit/causes-page.tsx')).CausesPage),
  makeAdmin: code(async () => (await import('../features/users/make-admin-page.tsx')).MakeAdminPage),
  status: code(async () => (await import('../features/operations/status-page.tsx')).StatusPage),
  order: code(async () => (await import('../features/booking/one-order/order-page.tsx')).OrderPage),
  person: code(async () => (await import('../features/users/person-page.tsx')).PersonPage),
};
