import type { Listing, ScannedDocuments, ScannedListings } from '../../modules/kernel/read-models.ts';
import type { RedisClient } from './redis-connection.ts';
import { documentIn, fieldOf, listingOf, memberOf, type ProjectionKeys } from './redis-keys.ts';
import { Script } from './redis-scripts.ts';

/** KEYS: documents. ARGV: a cursor, and how much it looks at. Answers the position, the next cursor, and fields with their values. */
const documentsScript = new Script(`
local position = redis.call('HGET', KEYS[1], 'checkpoint')
local found = redis.call('HSCAN', KEYS[1], ARGV[1], 'COUNT', ARGV[2])
return {position, found[1], found[2]}
`);

/** KEYS: documents, lists. ARGV: from where, and how many. Answers the position, and members in their order. */
const listingsScript = new Script(`
local position = redis.call('HGET', KEYS[1], 'checkpoint')
return {position, redis.call('ZRANGEBYLEX', KEYS[2], ARGV[1], '+', 'LIMIT', 0, ARGV[2])}
`);

const end = '0';
const prefix = fieldOf('');

/** A piece of all documents of a projection, in the order of the hash. */
export function scannedDocuments(
  redis: RedisClient,
  { documents }: ProjectionKeys,
  { after = end, limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<ScannedDocuments> {
  return documentsScript.run(redis, [documents], [after, String(limit)], (answer) => {
    const [position, next, found] = answer as [string | null, string, string[]];
    const read: { id: string; document: string }[] = [];
    for (let at = 0; at + 1 < found.length; at += 2) {
      const [field = '', kept = ''] = [found[at], found[at + 1]];
      if (field.startsWith(prefix)) read.push({ id: field.slice(prefix.length), document: documentIn(kept) });
    }
    return { documents: read, next: next === end ? undefined : next, asOf: positionIn(position) };
  });
}

/** A piece of all that a projection lists, in the order of the sorted set. */
export function scannedListings(
  redis: RedisClient,
  { documents, lists }: ProjectionKeys,
  { after, limit }: { readonly after?: Listing | undefined; readonly limit: number },
): Promise<ScannedListings> {
  // The empty member keeps the key there when no document is listed.
  const from = after ? `(${memberOf(after)}` : '(';
  return listingsScript.run(redis, [documents, lists], [from, String(limit)], (answer) => {
    const [position, members] = answer as [string | null, string[]];
    return { listings: members.map(listingOf), hasMore: members.length === limit, asOf: positionIn(position) };
  });
}

function positionIn(position: string | null): bigint | undefined {
  return position === null ? undefined : BigInt(position);
}
