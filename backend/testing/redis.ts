import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask } from './redis/ask.ts';
import { formCluster, moveSlot, untilClusterIsUp } from './redis/cluster.ts';
import { freePorts } from './redis/free-ports.ts';
import { nodeMaker } from './redis/node-maker.ts';
import type { RedisNode } from './redis/redis-node.ts';

export type RedisOptions = {
  /** Three masters that share the slots, instead of one server. */
  readonly cluster?: boolean;
  /** What was written outlasts a restart. Otherwise it is kept in memory only. */
  readonly appendonly?: boolean;
};

export type RunningRedis = Awaited<ReturnType<typeof startRedis>>;

/**
 * Starts a real Redis on free ports: from redis-server or, where the machine has none, in containers.
 * @throws Error when there is neither redis-server nor Docker.
 */
export async function startRedis({ cluster = false, appendonly = false }: RedisOptions = {}) {
  const newNode = await nodeMaker();
  const folder = mkdtempSync(join(tmpdir(), 'redis-'));
  const size = cluster ? 3 : 1;
  // A node of a cluster has a second port, for the other nodes.
  const ports = await freePorts(2 * size);
  const busPorts = ports.splice(size);
  const nodes = ports.map((port, n) => {
    // The file is left to the system to write: it outlasts the server, which is enough, and does not hold it up.
    const flags = appendonly ? ['--appendonly', 'yes', '--appendfsync', 'no'] : [];
    if (cluster)
      flags.push('--cluster-enabled', 'yes', '--cluster-node-timeout', '2000', '--cluster-port', `${busPorts[n]}`);
    return newNode({ port, folder: folderOf(port), flags });
  });

  function folderOf(port: number): string {
    const own = join(folder, String(port));
    mkdirSync(own, { recursive: true });
    return own;
  }
  const ofEach = (action: (node: RedisNode) => Promise<void>) => Promise.all(nodes.map(action)).then(() => {});
  const start = async () => {
    await ofEach((node) => node.start());
    if (cluster) await untilClusterIsUp(ports);
  };
  /** Sends a command to every server; the answers are in the order of the servers. */
  const call = (command: string, ...args: string[]) => Promise.all(ports.map((port) => ask(port, command, ...args)));

  await ofEach((node) => node.start());
  if (cluster) await formCluster(ports, busPorts);
  return {
    /** The address that an application connects to. */
    url: `redis://${ports.map((port) => `127.0.0.1:${port}`).join(',')}`,
    /** Of the servers' processes; none where they run in containers. */
    pids: () => nodes.flatMap(({ pid }) => pid() ?? []),
    call,
    /** Starts every server again after `kill`. */
    start,
    /** Ends every server as a power cut would. */
    kill: () => ofEach((node) => node.kill()),
    /** Ends every server as an operator would, and starts it again. */
    restart: async () => {
      await ofEach((node) => node.stop());
      await start();
    },
    /** Empties every server. */
    flush: () => call('FLUSHALL').then(() => {}),
    /** Has another server of the cluster take over the slot of a key; answers how many keys went with it. */
    moveSlot: (key: string) => moveSlot(ports, key),
    /** What the servers hold, each as the bytes of an RDB file. */
    snapshot: async () => {
      await call('SAVE');
      return ports.map((port) => readFileSync(join(folderOf(port), 'dump.rdb')));
    },
    /** Has the servers start from a snapshot, as after the loss of a disk. Not with `appendonly`. */
    restore: async (snapshot: readonly Buffer[]) => {
      await ofEach((node) => node.kill());
      for (const [n, bytes] of snapshot.entries()) writeFileSync(join(folderOf(ports[n] ?? 0), 'dump.rdb'), bytes);
      await start();
    },
    /** Ends every server for good, and removes what it wrote. */
    stop: async () => {
      await ofEach((node) => node.kill());
      rmSync(folder, { recursive: true });
    },
  };
}
