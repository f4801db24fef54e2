import { get } from './api.ts';
import type { Transport } from './http.ts';

/** GET of what a change can rest on: by its entity-tag, undefined where the shop says none, the change names it. */
export async function getTagged<Answer>(path: string): Promise<{ body: Answer; tag: string | undefined }> {
  let tag: string | undefined;
  const transport: Transport = async (url, init) => {
    const response = await fetch(url, init);
    tag = response.headers.get('ETag') ?? undefined;
    return response;
  };
  return { body: await get<Answer>(path, { transport }), tag };
}

/** Has a change rest on what has this tag (If-Match): where something else is there by now, the shop says 412 and changes nothing. */
export function restingOn(tag: string | undefined): Transport {
  return (url, init) => {
    if (tag !== undefined) init.headers.set('If-Match', tag);
    return fetch(url, init);
  };
}
