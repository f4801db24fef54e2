import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { Route, Routes, StaticRouter } from 'react-router-dom';
import { type PageName, pages } from '../../../modules/kernel/wire/page-addresses.ts';
import type { ShopConfig } from '../../../modules/payments/contract.ts';
import { PageHead } from '../components/layout/page-head.tsx';
import { configQuery } from '../lib/queries/config-query.ts';
import { styleNonce } from '../lib/style-nonce.ts';
import { AppRoutes } from './app-routes.tsx';
import { drawnTool, pictureTexts, toolFacts, toolTexts } from './drawn-tool.tsx';
import { CartLoading } from './pages/cart/cart-loading.tsx';
import { CartPage } from './pages/cart/cart-page.tsx';
import { LoginForPage } from './pages/login-for-page.tsx';
import { ToolOffer } from './pages/tool/tool-offer.tsx';
import { Providers } from './providers.tsx';
import { createQueryClient } from './query-client.ts';
import { Shell } from './shell/shell.tsx';

/** What holds of the shop, or of what the page is about: the server knows which, and takes the drawing of that. */
type Holds = (fact: string) => boolean;

type Screen = {
  /** Of those who begin.js tells apart; for everybody where it is left out. */
  readonly for?: 'signed-in' | 'signed-out' | 'empty' | 'filled';
  /** The facts by which it looks different. */
  readonly asks: readonly string[];
  readonly draw: (holds: Holds) => string;
};

/** The screen in the place of a page, of which the server puts in what stands between braces. */
export type DrawnScreen = {
  readonly for?: Screen['for'];
  readonly asks: readonly string[];
  readonly drawings: Readonly<Record<string, string>>;
};

const loginAsks = ['google', 'demo'];

/** Where most visits begin. */
const screens: Partial<Record<PageName, readonly Screen[]>> = {
  front: [{ asks: [], draw: () => drawn(pages.front, <AppRoutes />) }],
  home: [{ asks: [], draw: () => drawn(pages.home, <AppRoutes />) }],
  login: [
    {
      for: 'signed-out',
      asks: loginAsks,
      draw: (holds) => drawn(pages.login, inShell(<LoginForPage />), shopOf(holds)),
    },
  ],
  cart: [
    {
      for: 'empty',
      asks: [],
      draw: () =>
        drawn(
          pages.cart,
          inShell(<CartPage />),
          shopOf(() => false),
        ),
    },
    { for: 'filled', asks: [], draw: () => drawn(pages.cart, inShell(<LoadingCart />)) },
  ],
  tool: [
    {
      for: 'signed-in',
      asks: toolFacts,
      draw: (holds) => {
        const tool = drawnTool(holds);
        const buyer = { uid: '', email: '', displayName: '' };
        const page = <ToolOffer tool={tool} buyer={buyer} currency="usd" />;
        return toolTexts(
          tool,
          drawn(
            pages.tool,
            inShell(page),
            shopOf(() => false),
          ),
        );
      },
    },
    {
      for: 'signed-out',
      asks: loginAsks,
      draw(holds) {
        const client = shopOf(holds);
        client.setQueryData(
          ['tool', ':id'],
          drawnTool(() => false),
        );
        const here = { pathname: pages.login, state: { from: pages.tool } };
        return pictureTexts(drawn(here, inShell(<LoginForPage />), client));
      },
    },
  ],
};

/** The HTML of each page before anything is known of whoever looks at it, and before anything has been fetched. */
export function firstScreens(): Partial<Record<PageName, readonly DrawnScreen[]>> {
  return Object.fromEntries(
    Object.entries(screens).map(([name, ofPage]) => [
      name,
      ofPage.map(({ draw, ...screen }, at) => ({
        ...screen,
        drawings: everyWay(screen.asks, draw, `${at}`, screen.for),
      })),
    ]),
  );
}

/** By the facts that hold, in the order in which they are asked for. */
function everyWay(asks: readonly string[], draw: Screen['draw'], mark: string, whom: Screen['for']) {
  const ways = asks.reduce<string[][]>((all, fact) => all.concat(all.map((one) => one.concat(fact))), [[]]);
  return Object.fromEntries(
    ways.map((facts) => {
      const html = withoutStyleAttributes(
        draw((fact) => facts.includes(fact)),
        mark,
      );
      const attribute = whom ? ` data-for="${whom}"` : '';
      return [facts.join(' '), `<div class="first-screen"${attribute} inert aria-hidden="true">${html}</div>`];
    }),
  );
}

/** As many lines as are seen at once: begin.js says how many of them there are. */
function LoadingCart() {
  return (
    <div>
      <PageHead title="Cart" />
      <CartLoading rows={6} />
    </div>
  );
}

function inShell(page: ReactNode): ReactNode {
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route path="*" element={page} />
      </Route>
    </Routes>
  );
}

type Place = string | { readonly pathname: string; readonly state: unknown };

function drawn(address: Place, routes: ReactNode, client: QueryClient = createQueryClient()): string {
  return renderToString(
    <Providers queryClient={client}>
      <StaticRouter location={address}>{routes}</StaticRouter>
    </Providers>,
  );
}

/** A shop of which the facts hold, with what is its own between braces. */
function shopOf(holds: Holds): QueryClient {
  const client = createQueryClient();
  const demo = { emails: ['{{admin}}@{{adminAt}}', '{{shopper}}@{{shopperAt}}'], password: '{{password}}' };
  const config: Pick<ShopConfig, 'google' | 'currency' | 'demo'> = {
    google: holds('google'),
    currency: 'usd',
    ...(holds('demo') && { demo }),
  };
  client.setQueryData<Partial<ShopConfig>>(configQuery.queryKey as readonly unknown[], config);
  return client;
}

/** The pages' security policy takes no style attributes from a page's text: each becomes a rule of a style element. */
function withoutStyleAttributes(html: string, mark: string): string {
  const rules = new Map<string, string>();
  const marked = html.replaceAll(/ style="([^"]*)"/g, (_, declarations: string) => {
    const rule = rules.get(declarations) ?? `[data-drawn="${mark}.${rules.size}"]`;
    rules.set(declarations, rule);
    return ` ${rule.slice(1, -1)}`;
  });
  const texts = [...rules].map(([declarations, rule]) => `${rule}{${declarations.replaceAll('&quot;', '"')}}`);
  return `<style nonce="${styleNonce()}">${texts.join('')}</style>${marked}`;
}
