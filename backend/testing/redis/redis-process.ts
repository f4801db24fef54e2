import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { argumentsOf, READY, type RedisNode, type RedisNodeOptions } from './redis-node.ts';

// A test run that is broken off leaves no servers behind.
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const server of running) server.kill('SIGKILL');
});

/** Whether the machine has a redis-server of its own. */
export function hasRedisServer(): boolean {
  return spawnSync('redis-server', ['--version'], { timeout: 60_000 }).status === 0;
}

export function redisProcess(options: RedisNodeOptions): RedisNode {
  let server: ChildProcess | undefined;
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (!server || !running.has(server)) return;
    const exited = once(server, 'exit');
    server.kill(signal);
    await exited;
  };
  return {
    pid: () => (server && running.has(server) ? server.pid : undefined),
    start: async () => {
      if (server && running.has(server)) return;
      server = startServer(options);
      await untilReady(server);
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

function startServer(options: RedisNodeOptions): ChildProcess {
  const server = spawn('redis-server', argumentsOf(options), { stdio: ['ignore', 'pipe', 'ignore'] });
  running.add(server);
  server.once('exit', () => running.delete(server));
  return server;
}

async function untilReady({ stdout }: ChildProcess): Promise<void> {
  if (!stdout) throw new Error('The output of redis-server cannot be read.');
  const said: string[] = [];
  for await (const line of createInterface({ input: stdout })) {
    said.push(line);
    if (READY.test(line)) {
      // What it says later is of no interest, but it must not wait for somebody to read it.
      stdout.resume();
      return;
    }
  }
  throw new Error(`redis-server ended before it was ready:\n${said.join('\n')}`);
}
