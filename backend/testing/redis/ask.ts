import { Redis } from 'ioredis';

/** Sends one command to one server, over a connection of its own. */
export async function ask(port: number, command: string, ...args: string[]): Promise<unknown> {
  // It asks for that alone: what a server has refused is counted.
  const alone = { lazyConnect: true, enableReadyCheck: false, disableClientInfo: true };
  const redis = new Redis({ host: '127.0.0.1', port, ...alone, retryStrategy: null });
  try {
    await redis.connect();
    return await redis.call(command, ...args);
  } finally {
    redis.disconnect();
  }
}
