import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';

/** Everything that lies in a folder and the folders in it, byte by byte: write-ahead logs and free pages too. */
export function bytesIn(folder: string): Buffer {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return Buffer.concat(files.map((file) => readFileSync(file)));
}

/** Everything that a Redis holds, keys and what is under them. */
export async function textIn(url: string): Promise<string> {
  const redis = new Redis(url, { lazyConnect: true });
  try {
    await redis.connect();
    const found: string[] = [];
    for (const key of await redis.keys('*')) {
      const type = await redis.type(key);
      found.push(key);
      if (type === 'hash') found.push(JSON.stringify(await redis.hgetall(key)));
      else if (type === 'zset') found.push(...(await redis.zrange(key, '0', '-1')));
      else if (type === 'set') found.push(...(await redis.smembers(key)));
      else found.push((await redis.get(key)) ?? '');
    }
    return found.join('\n');
  } finally {
    redis.disconnect();
  }
}
