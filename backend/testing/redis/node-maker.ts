import { containers } from '../machine/containers.ts';
import { redisContainer } from './redis-container.ts';
import type { RedisNode, RedisNodeOptions } from './redis-node.ts';
import { hasRedisServer, redisProcess } from './redis-process.ts';

/**
 * What makes servers here: redis-server or, where the machine has none, containers.
 * @throws Error when there is neither.
 */
export async function nodeMaker(): Promise<(options: RedisNodeOptions) => RedisNode> {
  if (hasRedisServer()) return redisProcess;
  const loaded = await containers();
  if (loaded) return (options) => redisContainer(loaded, options);
  throw new Error('Tests of Redis need redis-server on the PATH, or Docker to run it in.');
}
