import { page } from '../lib/page-loading.ts';

export const LoginPage = page(async () => (await import('../features/identity/login-page.tsx')).LoginPage);
export const SignupPage = page(async () => (await import('../features/identity/signup-page.tsx')).SignupPage);
export const ToolPage = page(async () => (await import('../features/booking/tool-page.tsx')).ToolPage);
export const BlogsPage = page(async () => (await import('../features/pages/blogs-page.tsx')).BlogsPage);
export const ArticlePage = page(async () => (await import('../features/pages/article-page.tsx')).ArticlePage);
export const PortfolioPage = page(async () => (await import('../features/pages/portfolio-page.tsx')).PortfolioPage);
export const PurchasePage = page(async () => (await import('../features/pages/purchase-page.tsx')).PurchasePage);
export const TimingPage = page(async () => (await import('../features/pages/timing-page.tsx')).TimingPage);
export const LocationPage = page(async () => (await import('../features/pages/location-page.tsx')).LocationPage);
export const NotFoundPage = page(async () => (await import('../features/pages/not-found-page.tsx')).NotFoundPage);

export const DashboardLayout = page(async () => (await import('./dashboard/dashboard-layout.tsx')).DashboardLayout);
export const OrdersInfoPage = page(
  async () => (await import('../features/booking/orders-info-page.tsx')).OrdersInfoPage,
);
export const MyOrdersPage = page(async () => (await import('../features/booking/my-orders-page.tsx')).MyOrdersPage);
export const PaymentPage = page(async () => (await import('../features/payments/payment-page.tsx')).PaymentPage);
export const AddReviewPage = page(async () => (await import('../features/reviews/add-review-page.tsx')).AddReviewPage);
export const MyProfilePage = page(async () => (await import('../features/users/my-profile-page.tsx')).MyProfilePage);
export const AddProductPage = page(
  async () => (await import('../features/catalog/add-product-page.tsx')).AddProductPage,
);
export const MakeAdminPage = page(async () => (await import('../features/users/make-admin-page.tsx')).MakeAdminPage);
