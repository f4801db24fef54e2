import type { ChildServer } from './child-server.ts';
import type { Figure } from './figure.ts';
import { type Load, underLoad } from './load.ts';
import { type FullShop, rareWord } from './shelves.ts';

/** What is read: pages of everybody, and of somebody who is signed in; beside Express that answers the like from memory. */
export async function readPages(shop: FullShop, bare: ChildServer | undefined, seconds: number): Promise<Figure[]> {
  const [toolId = ''] = shop.toolIds;
  const { email } = shop.admin;
  for (let n = 0; n < 20; n++) await shop.admin.post('/booking', shop.order()());
  const signedIn = { headers: shop.authorization };
  const pages: [what: string, path: string, bare: string, load?: Partial<Load>][] = [
    ['GET /tool?limit=10', '/tool?limit=10', '/tool?limit=10'],
    ['GET /tool/{id}', `/tool/${toolId}`, '/tool/t1'],
    ['GET /user/{email}, with a token', `/user/${email}`, '/user/a@inventory.example', signedIn],
    ['GET /booking?personEmail= (20), with a token', `/booking?personEmail=${email}`, '/booking', signedIn],
  ];
  const figures: Figure[] = [];
  for (const [what, path, there, load] of pages) {
    figures.push({
      what,
      ours: await underLoad({ url: shop.origin + path, ...load }, { seconds }),
      ...(bare && { bare: await underLoad({ url: bare.origin + there }, { seconds }), beside: 'Express, from memory' }),
    });
  }
  const many = { url: `${shop.origin}/tool?limit=10`, connections: 256 };
  figures.push({ what: 'GET /tool?limit=10, 256 clients', ours: await underLoad(many, { seconds }) });
  const search = { url: `${shop.origin}/tool?limit=10&search=${rareWord}` };
  figures.push({ what: 'GET /tool?search= (a rare word)', ours: await underLoad(search, { seconds }) });
  let word = 0;
  const another = () => {
    word += 7;
    return `/tool?limit=10&search=hammer%20${word % 5_000}`;
  };
  const words = { url: shop.origin, path: another };
  figures.push({ what: 'GET /tool?search= (another each time)', ours: await underLoad(words, { seconds }) });
  return figures;
}
