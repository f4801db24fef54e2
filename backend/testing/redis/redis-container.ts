import type { StartedTestContainer } from 'testcontainers';
import { argumentsOf, READY, type RedisNode, type RedisNodeOptions } from './redis-node.ts';

const IMAGE = 'redis:7.4-alpine';

type Containers = typeof import('testcontainers');

export function redisContainer({ GenericContainer, Wait }: Containers, options: RedisNodeOptions): RedisNode {
  let container: StartedTestContainer | undefined;
  const end = async (timeout: number) => {
    await container?.stop({ timeout });
    container = undefined;
  };
  return {
    pid: () => undefined,
    start: async () => {
      // On the host's network, because nodes of a cluster tell their clients the addresses that they know themselves by.
      // The data is in the folder, so that another container after this one goes on with it.
      container = await new GenericContainer(IMAGE)
        .withNetworkMode('host')
        .withUser(`${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`)
        .withBindMounts([{ source: options.folder, target: options.folder }])
        .withCommand(['redis-server', ...argumentsOf(options)])
        .withWaitStrategy(Wait.forLogMessage(READY))
        .start();
    },
    stop: () => end(10_000),
    kill: () => end(0),
  };
}
