import { Route, Routes } from 'react-router-dom';
import { HomePage } from '../features/pages/home-page.tsx';
import * as pages from './pages.ts';
import { RequireSignIn } from './require-sign-in.tsx';
import { Shell } from './shell/shell.tsx';

/** Most visits begin at the home page: it comes with the entry. Every other page is a chunk of its own. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route index element={<HomePage />} />
        <Route path="home" element={<HomePage />} />
        <Route path="login" element={<pages.LoginPage />} />
        <Route path="signup" element={<pages.SignupPage />} />
        <Route path="blogs" element={<pages.BlogsPage />} />
        <Route path="blogs/:slug" element={<pages.ArticlePage />} />
        <Route path="portfolio" element={<pages.PortfolioPage />} />
        <Route path="payment" element={<pages.PurchasePage />} />
        <Route path="timing" element={<pages.TimingPage />} />
        <Route path="location" element={<pages.LocationPage />} />
        <Route element={<RequireSignIn />}>
          <Route path="tools/:id" element={<pages.ToolPage />} />
          <Route path="dashboard" element={<pages.DashboardLayout />}>
            <Route index element={<pages.OrdersInfoPage />} />
            <Route path="myorders" element={<pages.MyOrdersPage />} />
            <Route path="payment/:id" element={<pages.PaymentPage />} />
            <Route path="review" element={<pages.AddReviewPage />} />
            <Route path="myprofile" element={<pages.MyProfilePage />} />
            <Route path="manageproducts" element={<pages.AddProductPage />} />
            <Route path="allusers" element={<pages.MakeAdminPage />} />
          </Route>
        </Route>
        <Route path="*" element={<pages.NotFoundPage />} />
      </Route>
    </Routes>
  );
}
