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

  /**
   * Sends the digest, and the whole script to a server that does not know it, as after a restart.
   * @param read told what it answers, and in the order in which Redis answered what was asked over one connection
   * @param unknown told instead of sending the whole script, which would come after what was asked since
   */
  run<Read>(
    client: RedisClient,
    keys: string[],
    args: string[],
    read: (answer: unknown) => Read,
    unknown?: () => Read,
  ): Promise<Read> {
    // As one array: a big commit has more arguments than a call of a function may have.
    const all = [...keys, ...args];
    // Not awaited: each `await` on the way would let answers pass that came later.
    return client.evalsha(this.#sha, keys.length, all).then(read, (error) => {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      if (unknown) return unknown();
      return client.eval(this.#lua, keys.length, all).then(read);
    });
  }
}

/**
 * KEYS: documents, lists. ARGV: the position and the id of the commit that is expected to be the last ('' for no position,
 * and for any id), those of this one, and whether somebody wants to know what moved; then for each change, of which no two
 * are of one document, the id, and the document with its places as they are kept, '' when it ends. Answers 0 when the last
 * commit is another. Otherwise the id of the last commit, '' when it had none, and for each document that is listed
 * elsewhere now, when somebody wants to know, the number of its change and the places that it had before.
 * Positions are compared as texts: a number of Lua is a double. What is alike is done with one command for many: each
 * call of one costs as much as what it does.
 */
export const commitScript = new Script(`
local documents, lists = KEYS[1], KEYS[2]
local position, id = unpack(redis.call('HMGET', documents, 'checkpoint', 'commit'))
if (position or '') ~= ARGV[1] or (ARGV[2] ~= '' and id ~= ARGV[2]) then return 0 end
if ARGV[1] == '' then
  redis.call('UNLINK', lists)
  -- The empty member keeps the key there when no document is listed.
  redis.call('ZADD', lists, 0, '')
elseif redis.call('EXISTS', lists) == 0 then
  -- A Redis that evicts keys took the lists alone. The rest goes too, so that all is built anew.
  redis.call('UNLINK', documents)
  return 0
end
-- First, since that is what a Redis refuses whose memory is full: what comes later in a script it does not look at.
redis.call('HSET', documents, 'checkpoint', ARGV[3], 'commit', ARGV[4])

local find, sub, gmatch = string.find, string.sub, string.gmatch
local place = '%Z*%z%Z*%z%Z*%z'
local function all(command, key, values)
  for at = 1, #values, 4000 do redis.call(command, key, unpack(values, at, math.min(at + 3999, #values))) end
end

local moved = {id or ''}
for first = 6, #ARGV, 4000 do
  local last = math.min(first + 3998, #ARGV - 1)
  local fields, put, ended, listed, unlisted = {}, {}, {}, {}, {}
  local fieldsTo, putTo, endedTo, listedTo, unlistedTo = 0, 0, 0, 0, 0
  for at = first, last, 2 do
    fieldsTo = fieldsTo + 1
    fields[fieldsTo] = 'd:' .. ARGV[at]
  end
  local kept = redis.call('HMGET', documents, unpack(fields))
  for n = 1, fieldsTo do
    local at = first + 2 * (n - 1)
    local of, text, before, after = ARGV[at], ARGV[at + 1], '', ''
    if kept[n] then before = sub(kept[n], find(kept[n], '\\0', 1, true) + 1) end
    if text ~= '' then
      after = sub(text, find(text, '\\0', 1, true) + 1)
      put[putTo + 1], put[putTo + 2] = fields[n], text
      putTo = putTo + 2
    elseif kept[n] then
      endedTo = endedTo + 1
      ended[endedTo] = fields[n]
    end
    -- Most changes leave a document where it is listed.
    if before ~= after then
      local leaves = {}
      for from in gmatch(before, place) do leaves[from] = true end
      for to in gmatch(after, place) do
        -- Of several lists it mostly leaves one place for another.
        if leaves[to] then
          leaves[to] = nil
        else
          -- As a text: a number would be written out for each.
          listed[listedTo + 1], listed[listedTo + 2] = '0', to .. of
          listedTo = listedTo + 2
        end
      end
      for from in pairs(leaves) do
        unlistedTo = unlistedTo + 1
        unlisted[unlistedTo] = from .. of
      end
      if ARGV[5] == '1' then
        moved[#moved + 1] = (at - 6) / 2
        moved[#moved + 1] = before
      end
    end
  end
  all('ZREM', lists, unlisted)
  all('ZADD', lists, listed)
  all('HSET', documents, put)
  all('HDEL', documents, ended)
end
return moved
`);

/**
 * Defines what to do where nothing was found in the lists: as somebody commits who finds that they were taken alone, so that
 * nobody is shown that there is nothing until then.
 */
const lostAlone = `
local function lostAlone(documents, lists, position)
  if not position or redis.call('EXISTS', lists) == 1 then return false end
  redis.call('UNLINK', documents)
  return true
end
`;

/** KEYS: documents, lists. ARGV: the two bounds of a list. Answers how long it is, and the position and id of the last commit. */
export const countScript = new Script(`${lostAlone}
local last = redis.call('HMGET', KEYS[1], 'checkpoint', 'commit')
local count = redis.call('ZLEXCOUNT', KEYS[2], ARGV[1], ARGV[2])
if count == 0 and lostAlone(KEYS[1], KEYS[2], last[1]) then return {0, false, false} end
return {count, last[1], last[2]}
`);

/**
 * KEYS: documents, lists. ARGV: the prefix of the list, then as many documents at most, and the command and the two
 * bounds of the range. Answers the documents, the rests of their members after the prefix, whether there are more, and
 * the position and id of the last commit.
 */
export const listScript = new Script(`${lostAlone}
local documents, lists = KEYS[1], KEYS[2]
local prefix, limit = ARGV[1], tonumber(ARGV[2])
local members = redis.call(ARGV[3], lists, ARGV[4], ARGV[5], 'LIMIT', 0, limit + 1)
local fields, rests = {'checkpoint', 'commit'}, {}
for i = 1, math.min(#members, limit) do
  rests[i] = string.sub(members[i], #prefix + 1)
  fields[i + 2] = 'd:' .. string.sub(rests[i], string.find(rests[i], '\\0', 1, true) + 1)
end
local found = redis.call('HMGET', documents, unpack(fields))
local position, id = table.remove(found, 1), table.remove(found, 1)
if #members == 0 and lostAlone(documents, lists, position) then return {{}, {}, 0, false, false} end
for i, kept in ipairs(found) do found[i] = kept and string.sub(kept, 1, string.find(kept, '\\0', 1, true) - 1) end
return {found, rests, #members > limit and 1 or 0, position, id}
`);
