import { createHash } from 'node:crypto';
import type { RedisClient } from './redis-connection.ts';

/** A script that runs as one: nothing else happens in Redis meanwhile, and replicas and files get all of it or nothing. */
class Script {
  readonly #lua: string;
  readonly #sha: string;

  constructor(lua: string) {
    this.#lua = lua;
    this.#sha = createHash('sha1').update(lua).digest('hex');
  }

  /** The script is sent by its digest, and whole when the server does not know it, after it was started for one. */
  async run(client: RedisClient, keys: string[], args: (string | number)[]): Promise<unknown> {
    try {
      return await client.evalsha(this.#sha, keys.length, ...keys, ...args);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return await client.eval(this.#lua, keys.length, ...keys, ...args);
    }
  }
}

/**
 * KEYS: checkpoint, documents, entries, lists. ARGV: the expected checkpoint ('' for none), the next one, what the keys
 * of lists begin with; then for each change the id, 'put' or 'end', the document, and its entries as JSON pairs of list
 * and member. Answers 1, or 0 when the checkpoint is another. Positions are compared as texts: a number of Lua is a
 * double. The checkpoint is written first because a server that refuses writes does so at the first.
 */
export const commitScript = new Script(`
local checkpoint, documents, entries, lists = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
if (redis.call('GET', checkpoint) or '') ~= ARGV[1] then return 0 end
redis.call('SET', checkpoint, ARGV[2])
local list = ARGV[3]

local function leave(text)
  for _, entry in ipairs(cjson.decode(text)) do
    local key = list .. entry[1]
    redis.call('ZREM', key, entry[2])
    if redis.call('EXISTS', key) == 0 then redis.call('SREM', lists, entry[1]) end
  end
end

local function enter(text)
  for _, entry in ipairs(cjson.decode(text)) do
    local key = list .. entry[1]
    if redis.call('ZADD', key, 0, entry[2]) == 1 and redis.call('ZCARD', key) == 1 then
      redis.call('SADD', lists, entry[1])
    end
  end
end

for i = 4, #ARGV, 4 do
  local id, kind, document, after = ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3]
  local before = redis.call('HGET', entries, id)
  -- Most changes leave a document where it is listed.
  if before ~= after then
    if before then leave(before) end
    enter(after)
  end
  if kind == 'put' then
    redis.call('HSET', documents, id, document)
    if before ~= after then redis.call('HSET', entries, id, after) end
  elseif before then
    redis.call('HDEL', documents, id)
    redis.call('HDEL', entries, id)
  end
end
return 1
`);

/**
 * KEYS: the list, documents. ARGV: 'ascending' or 'descending', the member to go on after ('' for none), how many at
 * most. Answers the documents and, when there are more, the last one's member.
 */
export const listScript = new Script(`
local order, after, limit = ARGV[1], ARGV[2], tonumber(ARGV[3])
local members
if order == 'ascending' then
  local from = after == '' and '-' or '(' .. after
  members = redis.call('ZRANGEBYLEX', KEYS[1], from, '+', 'LIMIT', 0, limit + 1)
else
  local from = after == '' and '+' or '(' .. after
  members = redis.call('ZREVRANGEBYLEX', KEYS[1], from, '-', 'LIMIT', 0, limit + 1)
end
if #members == 0 then return {{}} end
local ids = {}
for i = 1, math.min(#members, limit) do
  ids[i] = string.sub(members[i], string.find(members[i], '\\0', 1, true) + 1)
end
return {redis.call('HMGET', KEYS[2], unpack(ids)), members[limit + 1] and members[limit]}
`);

/** KEYS: checkpoint, documents, entries, lists. ARGV: what the keys of lists begin with. */
export const dropScript = new Script(`
local keys = {}
for _, list in ipairs(redis.call('SMEMBERS', KEYS[4])) do keys[#keys + 1] = ARGV[1] .. list end
for i = 1, #keys, 1000 do redis.call('UNLINK', unpack(keys, i, math.min(i + 999, #keys))) end
return redis.call('UNLINK', unpack(KEYS))
`);
