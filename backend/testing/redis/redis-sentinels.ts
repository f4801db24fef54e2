import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { ask } from './ask.ts';
import { freePorts } from './free-ports.ts';
import { nodeMaker } from './node-maker.ts';

const name = 'shop';
const quorum = 2;

export type WatchedRedis = Awaited<ReturnType<typeof startWatchedRedis>>;

/** Starts a master, a replica of it, and three sentinels that let the replica take over when the master is gone. */
export async function startWatchedRedis() {
  const newNode = await nodeMaker();
  const folder = mkdtempSync(join(tmpdir(), 'redis-'));
  const [first = 0, second = 0, ...sentinelPorts] = await freePorts(5);
  const own = (port: number) => {
    const path = join(folder, String(port));
    mkdirSync(path);
    return path;
  };
  // Replicas begin at once, not after the five seconds in which others might come.
  const flags = ['--repl-diskless-sync-delay', '0'];
  const servers = new Map([
    [first, newNode({ port: first, folder: own(first), flags })],
    [second, newNode({ port: second, folder: own(second), flags: [...flags, '--replicaof', '127.0.0.1', `${first}`] })],
  ]);
  const sentinels = sentinelPorts.map((port) => {
    const ownFolder = own(port);
    const sentinel = join(ownFolder, 'sentinel.conf');
    const settings = [`down-after-milliseconds ${name} 1000`, `failover-timeout ${name} 3000`];
    const watched = [`monitor ${name} 127.0.0.1 ${first} ${quorum}`, ...settings];
    writeFileSync(sentinel, watched.map((line) => `sentinel ${line}\n`).join(''));
    return newNode({ port, folder: ownFolder, flags: [], sentinel });
  });

  const master = async (): Promise<number> => {
    const [, port] = (await ask(sentinelPorts.at(-1) ?? 0, 'SENTINEL', 'GET-MASTER-ADDR-BY-NAME', name)) as [
      string,
      string,
    ];
    return Number(port);
  };

  await Promise.all([...servers.values()].map((server) => server.start()));
  await until(async () => String(await ask(second, 'INFO', 'replication')).includes('master_link_status:up'));
  await Promise.all(sentinels.map((sentinel) => sentinel.start()));
  for (const port of sentinelPorts) await until(() => knowsAll(port));
  return {
    /** The address that an application connects to. */
    url: `redis+sentinel://${sentinelPorts.map((port) => `127.0.0.1:${port}`).join(',')}/${name}`,
    /** The port of the master, as the last of the sentinels has it. */
    master,
    /** Ends the master as a power cut would; answers its port. */
    killMaster: async () => {
      const port = await master();
      await servers.get(port)?.kill();
      return port;
    },
    /** Starts a server again that was killed. */
    start: (port: number) => servers.get(port)?.start(),
    /** Ends the first sentinel as a power cut would; the other two go on. */
    killSentinel: () => sentinels[0]?.kill(),
    /** Ends everything for good, and removes what it wrote. */
    stop: async () => {
      await Promise.all([...sentinels, ...servers.values()].map((node) => node.kill()));
      rmSync(folder, { recursive: true });
    },
  };
}

/** Whether a sentinel knows the replica, and enough other sentinels to have it take over. */
async function knowsAll(port: number): Promise<boolean> {
  const replicas = (await ask(port, 'SENTINEL', 'REPLICAS', name)) as unknown[];
  const others = (await ask(port, 'SENTINEL', 'SENTINELS', name)) as unknown[];
  return replicas.length === 1 && others.length === 2;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await after(20);
}
