import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { argumentsOf, READY, type RedisNode, type RedisNodeOptions } from './redis-node.ts';

/** Whether the machine has a redis-server of its own. */
export function hasRedisServer(): boolean {
  return spawnSync('redis-server', ['--version']).status === 0;
}

export function redisProcess(options: RedisNodeOptions): RedisNode {
  let server: ChildProcess | undefined;
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    const ending = server;
    server = undefined;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const exited = once(ending, 'exit');
    ending.kill(signal);
    await exited;
  };
  // A test run that is broken off leaves no servers behind.
  process.once('exit', () => server?.kill('SIGKILL'));
  return {
    pid: () => server?.pid,
    start: async () => {
      server = spawn('redis-server', argumentsOf(options), { stdio: ['ignore', 'pipe', 'inherit'] });
      await untilReady(server);
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

async function untilReady(server: ChildProcess): Promise<void> {
  if (!server.stdout) throw new Error('The output of redis-server is not there to be read.');
  const said: string[] = [];
  for await (const line of createInterface({ input: server.stdout })) {
    said.push(line);
    if (READY.test(line)) {
      server.stdout.resume();
      return;
    }
  }
  throw new Error(`redis-server ended before it was ready:\n${said.join('\n')}`);
}
