import { setTimeout as after } from 'node:timers/promises';
import { ask } from './ask.ts';

const SLOTS = 16_384;

/** Makes one Redis Cluster of servers that know nothing of each other, and gives each an equal part of the slots. */
export async function formCluster(ports: readonly number[], busPorts: readonly number[]): Promise<void> {
  const [first = 0] = ports;
  for (const [n, port] of ports.entries()) {
    const from = Math.floor((n * SLOTS) / ports.length);
    const to = Math.floor(((n + 1) * SLOTS) / ports.length) - 1;
    await ask(port, 'CLUSTER', 'ADDSLOTSRANGE', String(from), String(to));
    // Otherwise all begin with the same one and have to settle who takes which.
    await ask(port, 'CLUSTER', 'SET-CONFIG-EPOCH', String(n + 1));
    if (n > 0) await ask(first, 'CLUSTER', 'MEET', '127.0.0.1', String(port), String(busPorts[n]));
  }
  await untilClusterIsUp(ports);
}

/** Resolves once every server says that it knows the others and that the cluster serves all slots. */
export async function untilClusterIsUp(ports: readonly number[]): Promise<void> {
  for (const port of ports) {
    for (;;) {
      const info = String(await ask(port, 'CLUSTER', 'INFO'));
      if (info.includes('cluster_state:ok') && info.includes(`cluster_known_nodes:${ports.length}\r\n`)) break;
      await after(20);
    }
  }
}

/**
 * Moves the slot of a key to the next server while it is in use, key by key, as an operator does who adds a server.
 * Answers how many keys it had. https://redis.io/docs/latest/commands/cluster-setslot/
 */
export async function moveSlot(ports: readonly number[], key: string): Promise<number> {
  const slot = String(await ask(ports[0] ?? 0, 'CLUSTER', 'KEYSLOT', key));
  const keysAt = (port: number) => ask(port, 'CLUSTER', 'GETKEYSINSLOT', slot, '1000').then((keys) => [keys].flat());
  const ids = new Map<number, string>();
  let from = 0;
  for (const port of ports) {
    ids.set(port, String(await ask(port, 'CLUSTER', 'MYID')));
    if ((await keysAt(port)).length > 0) from = port;
  }
  const to = ports[(ports.indexOf(from) + 1) % ports.length] ?? 0;
  const setSlot = (port: number, ...state: string[]) => ask(port, 'CLUSTER', 'SETSLOT', slot, ...state);
  await setSlot(to, 'IMPORTING', ids.get(from) ?? '');
  await setSlot(from, 'MIGRATING', ids.get(to) ?? '');
  const keys = await keysAt(from);
  for (const moving of keys) await ask(from, 'MIGRATE', '127.0.0.1', String(to), String(moving), '0', '5000');
  for (const port of [to, from, ...ports]) await setSlot(port, 'NODE', ids.get(to) ?? '');
  return keys.length;
}
