import { Route, Routes } from 'react-router-dom';
import { Page } from '../lib/page-loading.ts';
import { pageCode } from './page-code.ts';
import { HomePage } from './pages/home-page.tsx';
import { RequireSignIn } from './require-sign-in.tsx';
import { Shell } from './shell/shell.tsx';

/** Most visits begin at the home page: it comes with the entry. Every other page is a chunk of its own. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route index element={<HomePage />} />
        <Route path="home" element={<HomePage />} />
        <Route path="login" element={<Page code={pageCode.login} />} />
        <Route path="signup" element={<Page code={pageCode.signup} />} />
        <Route path="blogs" element={<Page code={pageCode.blogs} />} />
        <Route path="blogs/:slug" element={<Page code={pageCode.article} />} />
        <Route path="portfolio" element={<Page code={pageCode.portfolio} />} />
        <Route path="payment" element={<Page code={pageCode.purchase} />} />
        <Route path="timing" element={<Page code={pageCode.timing} />} />
        <Route path="location" element={<Page code={pageCode.location} />} />
        <Route element={<RequireSignIn />}>
          <Route path="tools/:id" element={<Page code={pageCode.tool} />} />
          <Route path="dashboard" element={<Page code={pageCode.dashboard} />}>
            <Route index element={<Page code={pageCode.ordersInfo} />} />
            <Route path="myorders" element={<Page code={pageCode.myOrders} />} />
            <Route path="payment/:id" element={<Page code={pageCode.payment} />} />
            <Route path="review" element={<Page code={pageCode.addReview} />} />
            <Route path="myprofile" element={<Page code={pageCode.myProfile} />} />
            <Route path="manageproducts" element={<Page code={pageCode.addProduct} />} />
            <Route path="allusers" element={<Page code={pageCode.makeAdmin} />} />
          </Route>
        </Route>
        <Route path="*" element={<Page code={pageCode.notFound} />} />
      </Route>
    </Routes>
  );
}
