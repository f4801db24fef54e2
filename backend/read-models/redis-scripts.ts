import { createHash } from 'node:crypto';
import type { RedisClient } from './redis-connection.ts';

/** A script that runs as one: nothing else happens in Redis meanwhile, and replicas and files get all of it or nothing. */
export class Script {
  readonly #lua: string;
  readonly #sha: string;

  constructor(lua: string) {
    this.#lua = lua;
    this.#sha = createHash('sha1').update(lua).digest('hex');
  }

  /** Sends the digest, and the whole script to a server that does not know it, as after a restart. */
  async run(client: RedisClient, keys: string[], args: string[]): Promise<unknown> {
    // As one array: a big commit has more arguments than a call of a function may have.
    const all = [...keys, ...args];
    try {
      return await client.evalsha(this.#sha, keys.length, all);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return await client.eval(this.#lua, keys.length, all);
    }
  }
}

/**
 * KEYS: documents, lists. ARGV: the expected checkpoint ('' for none) and the next; then for each change the id, 'put'
 * or 'end', the document, and its members in lists as JSON. Answers 1, or 0 when the checkpoint is another. Positions
 * are compared as texts: a number of Lua is a double.
 */
export const commitScript = new Script(`
local documents, lists = KEYS[1], KEYS[2]
if (redis.call('HGET', documents, 'checkpoint') or '') ~= ARGV[1] then return 0 end
if ARGV[1] == '' then
  redis.call('UNLINK', lists)
elseif redis.call('EXISTS', lists) == 0 then
  -- A Redis that evicts keys took the lists alone. The rest goes too, so that all is built anew.
  redis.call('UNLINK', documents)
  return 0
end
redis.call('HSET', documents, 'checkpoint', ARGV[2])
-- The empty member keeps the key there when no document is listed.
redis.call('ZADD', lists, 0, '')

for i = 3, #ARGV, 4 do
  local id, kind, document, after = ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3]
  local before = redis.call('HGET', documents, 'e:' .. id)
  -- Most changes leave a document where it is listed.
  if before ~= after then
    if before then
      for _, member in ipairs(cjson.decode(before)) do redis.call('ZREM', lists, member) end
    end
    for _, member in ipairs(cjson.decode(after)) do redis.call('ZADD', lists, 0, member) end
  end
  if kind == 'put' then
    redis.call('HSET', documents, 'd:' .. id, document, 'e:' .. id, after)
  elseif before then
    redis.call('HDEL', documents, 'd:' .. id, 'e:' .. id)
  end
end
return 1
`);

/**
 * KEYS: documents, lists. ARGV: the prefix of the list, then as many documents at most, and the command and the two
 * bounds of the range. Answers the documents, the checkpoint and, when there are more, the rest of the last one's member.
 */
export const listScript = new Script(`
local documents, lists = KEYS[1], KEYS[2]
local prefix, limit = ARGV[1], tonumber(ARGV[2])
local members = redis.call(ARGV[3], lists, ARGV[4], ARGV[5], 'LIMIT', 0, limit + 1)
local fields, rest = {}, nil
for i = 1, math.min(#members, limit) do
  rest = string.sub(members[i], #prefix + 1)
  fields[i] = 'd:' .. string.sub(rest, string.find(rest, '\\0', 1, true) + 1)
end
fields[#fields + 1] = 'checkpoint'
local found = redis.call('HMGET', documents, unpack(fields))
local checkpoint = table.remove(found)
return {found, checkpoint, #members > limit and rest or nil}
`);
