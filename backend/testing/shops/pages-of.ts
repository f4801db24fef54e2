import { expect } from 'vitest';
import type { ApiClient, Reply } from '../api-client.ts';

/** Every page of a list, as the Link headers lead from one to the next (RFC 8288). */
export async function pagesOf<Item>(who: ApiClient, first: string): Promise<Item[][]> {
  const pages: Item[][] = [];
  let path: string | undefined = first;
  while (path !== undefined && pages.length < 100) {
    const reply: Reply<Item[]> = await who.get<Item[]>(path);
    expect(reply.status).toBe(200);
    pages.push(reply.body);
    const link = reply.headers.get('link');
    path = link === null ? undefined : nextOf(link);
  }
  return pages;
}

function nextOf(link: string): string {
  const [, address] = /^<(\/[^>]+)>; rel="next"$/.exec(link) ?? [];
  if (address === undefined) throw new Error(`No link to a next page: ${link}`);
  return address;
}
