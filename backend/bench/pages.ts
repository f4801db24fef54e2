import type { ChildServer } from './child-server.ts';
import { type Figure, type Target, tried } from './figures/figure.ts';
import { inTurn, type Measure } from './figures/rounds.ts';
import { spending } from './figures/spending.ts';
import { type Load, underLoad } from './load.ts';
import { type FullShop, rareWord } from './logs/shelves.ts';

type Page = {
  readonly what: string;
  /** What the shop is asked, and what the bare server. */
  readonly path: string | (() => string);
  readonly bare?: string;
  readonly load?: Partial<Load>;
  readonly must?: Target;
};

/** What is read: pages of everybody, and of somebody who is signed in; beside Express that answers the like from memory. */
export async function readPages(shop: FullShop, bare: ChildServer, seconds: number): Promise<Figure[]> {
  const signedIn = { headers: await shop.authorization() };
  for (let n = 0; n < 20; n++) await shop.admin.post('/booking', shop.order()());
  const pages = pagesOf(shop, signedIn);
  // Whoever measures is compiled by then, too.
  const [first] = pages;
  if (first) await inTurn(3, asked(shop, first), first.bare === undefined ? undefined : askedBare(bare, first));
  const figures: Figure[] = [];
  for (const page of pages) {
    const { what, must } = page;
    figures.push(
      await tried(
        what,
        async () => {
          if (page.bare === undefined) return inTurn(seconds, asked(shop, page));
          const measured = await inTurn(seconds, asked(shop, page), askedBare(bare, page));
          return { ...measured, beside: 'Express, from memory' };
        },
        must,
      ),
    );
  }
  return figures;
}

function pagesOf({ toolIds, admin: { email } }: FullShop, signedIn: Partial<Load>): Page[] {
  let word = 0;
  const anotherSearch = () => {
    word += 7;
    return `/tool?limit=10&search=hammer%20${word % toolIds.length}`;
  };
  const firstTools = '/tool?limit=10';
  const many = { connections: 256 };
  return [
    { what: 'GET /tool?limit=10', path: firstTools, bare: firstTools, must: { ofBare: 0.8 } },
    { what: 'GET /tool/{id}', path: `/tool/${toolIds[0]}`, bare: '/tool/t1', must: { ofBare: 0.8 } },
    {
      what: 'GET /user/{email}, with a token',
      path: `/user/${email}`,
      bare: '/user/a@inventory.example',
      load: signedIn,
      must: { ofBare: 0.5 },
    },
    {
      what: 'GET /booking?personEmail= (20), with a token',
      path: `/booking?personEmail=${email}`,
      bare: '/booking',
      load: signedIn,
      must: { ofBare: 0.5 },
    },
    {
      what: 'GET /tool?limit=10, 256 clients',
      path: firstTools,
      bare: firstTools,
      load: many,
      must: { ofBare: 0.8, p99ofMedian: 4 },
    },
    {
      what: 'GET /tool?search= (a rare word)',
      path: `/tool?limit=10&search=${rareWord}`,
      must: { perSecond: 5_000, p99: 20 },
    },
    { what: 'GET /tool?search= (another each time)', path: anotherSearch, must: { p99: 20 } },
  ];
}

function asked(shop: FullShop, { path, load }: Page): Measure {
  const target = typeof path === 'string' ? { url: shop.origin + path } : { url: shop.origin, path };
  return (seconds) => spending(shop, () => underLoad({ ...target, ...load }, { seconds }));
}

function askedBare(server: ChildServer, { bare = '', load: { connections } = {} }: Page): Measure {
  return (seconds) => spending(server, () => underLoad({ url: server.origin + bare, connections }, { seconds }));
}
