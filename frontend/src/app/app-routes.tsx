import { Route, Routes } from 'react-router-dom';
import { dashboardPages, memberPages, openPages, type PageName } from '../../../modules/kernel/wire/page-addresses.ts';
import { Page } from '../lib/lazy-loading/page-loading.ts';
import { pageCode } from './page-code.ts';
import { HomePage } from './pages/home-page.tsx';
import { RequireSignIn } from './require-sign-in.tsx';
import { Shell } from './shell/shell.tsx';

/** The pages at the addresses of the shop's one list of them. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Shell />}>
        {routesOf(openPages)}
        <Route element={<RequireSignIn />}>
          {routesOf(memberPages)}
          <Route element={<Page code={pageCode.dashboard} />}>{routesOf(dashboardPages)}</Route>
        </Route>
        <Route path="*" element={<Page code={pageCode.notFound} />} />
      </Route>
    </Routes>
  );
}

function routesOf(addresses: Partial<Record<PageName, string>>) {
  return Object.entries(addresses).map(([name, address]) => (
    <Route key={name} path={address} element={elementOf(name as PageName)} />
  ));
}

/** Most visits begin at the home page: it comes with the entry. Every other page is a chunk of its own. */
function elementOf(name: PageName) {
  return name === 'front' || name === 'home' ? <HomePage /> : <Page code={pageCode[name]} />;
}
