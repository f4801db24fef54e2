import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { type PageName, pages } from '../../../modules/kernel/page-addresses.ts';
import { styleNonce } from '../lib/style-nonce.ts';
import { AppRoutes } from './app-routes.tsx';
import { Providers } from './providers.tsx';
import { createQueryClient } from './query-client.ts';

/**
 * Where most visits begin, and begin the same for everybody. Its styles come with what every page needs; those of other pages
 * come with their code, so that a drawing of them would stand there without.
 */
const drawn = ['front', 'home'] as const satisfies readonly PageName[];

/** The HTML of each page before anything is known of who looks at it, and before anything has been fetched. */
export function firstScreens(): Partial<Record<PageName, string>> {
  return Object.fromEntries(drawn.map((name) => [name, drawnAt(pages[name])]));
}

function drawnAt(address: string): string {
  const html = renderToString(
    <Providers queryClient={createQueryClient()}>
      <StaticRouter location={address}>
        <AppRoutes />
      </StaticRouter>
    </Providers>,
  );
  return `<div class="first-screen" inert aria-hidden="true">${withoutStyleAttributes(html)}</div>`;
}

/** The pages' security policy takes no style attributes from a page's text: each becomes a rule of a style element. */
function withoutStyleAttributes(html: string): string {
  const rules = new Map<string, string>();
  const marked = html.replaceAll(/ style="([^"]*)"/g, (_, declarations: string) => {
    const rule = rules.get(declarations) ?? `[data-drawn="${rules.size}"]`;
    rules.set(declarations, rule);
    return ` ${rule.slice(1, -1)}`;
  });
  const texts = [...rules].map(([declarations, rule]) => `${rule}{${declarations.replaceAll('&quot;', '"')}}`);
  return `<style nonce="${styleNonce()}">${texts.join('')}</style>${marked}`;
}
