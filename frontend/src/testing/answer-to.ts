import { fakeShop } from './fake-shop.ts';
import { answered } from './open-page.tsx';

/** Gives the answer to a call by POST that waits for it, and resolves once the page has it, with all that it then asks for. */
export async function answerTo(path: string, give: () => void): Promise<void> {
  const came = Promise.withResolvers<void>();
  const hear = ({ request }: { readonly request: Request }) => {
    if (request.method === 'POST' && new URL(request.url).pathname === path) came.resolve();
  };
  fakeShop.events.on('response:mocked', hear);
  give();
  await came.promise;
  fakeShop.events.removeListener('response:mocked', hear);
  await answered();
}
