import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Those that systems give to nobody by themselves, for outgoing connections, and how many workers share them. */
const ports = { from: 20_000, to: 32_000, workers: 8 };
/** Those of this process: whoever listens on one does so later than it was found to be free. */
const given = new Set<number>();

/**
 * Ports on which nothing listens at the moment, all different, and others than any other worker of the same run is given. They are below
 * those that systems give to outgoing connections: a client that keeps trying to reach a server that is away could otherwise be given the
 * server's own port.
 */
export async function freePorts(count: number): Promise<number[]> {
  const each = (ports.to - ports.from) / ports.workers;
  const first = ports.from + (Number(process.env.VITEST_POOL_ID ?? 0) % ports.workers) * each;
  const found: number[] = [];
  while (found.length < count) {
    const port = randomInt(first, first + each);
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) found.push(port);
    if (given.size === each) given.clear();
  }
  return found;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    await once(server.close(), 'close');
    return true;
  } catch {
    return false;
  }
}
