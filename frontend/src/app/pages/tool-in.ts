import { matchPath } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/wire/page-addresses.ts';

/** The id of the tool whose page is at an address, whatever else that asks for; undefined where it is another page. */
export const toolIn = (address: string): string | undefined =>
  matchPath(pages.tool, address.replace(/[?#].*/s, ''))?.params.id;
