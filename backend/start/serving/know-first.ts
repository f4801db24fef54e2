import type { ToolScreens } from '../../../modules/catalog/contract.ts';
import type { ShopConfig } from '../../../modules/payments/contract.ts';
import type { KnowFirst } from '../../http/pages/first-screens.ts';

/** What goes into the first screens of pages: what the shop is like, and the tool that a page is of. */
export function knowFirst(configNow: () => Promise<ShopConfig>, tools: ToolScreens): KnowFirst {
  return async (name, pathname) => {
    // Nothing of it is drawn there, and to find out whether the demo's people can log in may take a moment.
    if (name === 'front' || name === 'home') return { facts: [], texts: {}, data: {} };
    const config = await configNow();
    const { google, currency, demo } = config;
    const [admin = '', shopper] = demo?.emails ?? [];
    // Both of them are drawn, or nobody.
    if (demo && shopper === undefined && name !== 'cart') return undefined;
    const shop = {
      facts: [...(google ? ['google'] : []), ...(demo ? ['demo'] : [])],
      texts: { ...inParts('admin', admin), ...inParts('shopper', shopper ?? ''), password: demo?.password ?? '' },
    };
    if (name !== 'tool') return { ...shop, data: { config } };
    const tool = await tools.screenOf(decoded(pathname.split('/')[2] ?? ''), currency);
    return (
      tool && {
        facts: [...shop.facts, ...tool.facts],
        texts: { ...shop.texts, ...tool.texts },
        data: { config, tool: tool.tool, asOf: tool.asOf },
      }
    );
  };
}

/** An address has two lines where one has no room, the second from its @ on. */
function inParts(who: string, address: string): Record<string, string> {
  const [name = '', host = ''] = address.split('@');
  return { [who]: name, [`${who}At`]: host };
}

/** Nothing has an id that is no text. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
