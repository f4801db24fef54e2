import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SideRecords } from '../../../modules/kernel/event-store.ts';
import { pause } from '../../runtime/time/pause.ts';
import { BadSetting, readConfig } from '../../start/settings/config.ts';
import { nodesBeside, type Said, saidEvery, silentAfter } from '../../status/presence.ts';
import type { Run } from '../run.ts';
import { withLog } from './with-log.ts';

const lookEvery = 200;

/** How long nodes are waited for, by where the log is. */
export const patienceIn = (store: keyof typeof saidEvery) => ({
  silence: silentAfter * saidEvery[store],
  takesUpWithin: 5_000,
});

/** A key, and what every node must do with it: read it, or also write with it. */
export type MustHave = { readonly key: string; readonly to: 'reads' | 'writes' };

/**
 * Waits until every node that runs reads a key, or writes with it. One that ended without a word is not waited for longer than it
 * takes to know that it is silent.
 * @throws BadSetting that names a node which runs on without it
 */
export async function untilNodesHave(must: MustHave, run: Run): Promise<void> {
  const { EVENT_STORE, DATA_DIR } = readConfig(process.env);
  if (EVENT_STORE === undefined && !existsSync(join(DATA_DIR, 'events.db'))) return;
  const patience = patienceIn(EVENT_STORE === undefined ? 'SQLite' : 'EventStoreDB');
  await withLog(({ records }) => nodesHave(records, must, { run, ...patience }));
}

type Waiting = {
  readonly run: Pick<Run, 'remark' | 'signal'>;
  /** Milliseconds after which a node that has said nothing is taken for gone. */
  readonly silence: number;
  /** Milliseconds in which a node that is well has looked at the file of keys, and said so. */
  readonly takesUpWithin: number;
};

/** The same by the records that nodes stand in. */
export const nodesHave = (records: Pick<SideRecords, 'get'>, must: MustHave, waiting: Waiting) =>
  untilNone(records, waiting, (node) => (node.keys?.[must.to].includes(must.key) ? undefined : lacks(node, must)));

/**
 * Waits until it is known that no node runs on a store that a log is brought into: a node reacts to what has come at once, and what it
 * writes then keeps the rest from coming.
 * @throws BadSetting that names a node which runs on it
 */
export const untilNoNodeRuns = (records: Pick<SideRecords, 'get'>, waiting: Waiting) =>
  untilNone(records, waiting, () => 'runs on this store: stop it, and say this again');

/** Names the nodes of a store that is copied. A copy may be made beside them, so that nobody waits to know whether they still run. */
export async function remarkOnNodes(records: Pick<SideRecords, 'get'>, remark: Run['remark']): Promise<void> {
  const nodes = await nodesBeside(records);
  if (nodes.length === 0) return;
  remark(
    `The store that is copied is written to by ${nodes.map(nameOf).join(', ')}, unless that ended without a word: what is written there meanwhile may be missing in the copy. Stop what runs there, and say this again.`,
  );
}

/**
 * Waits until nothing is wrong with any node that runs. Whether one lives is told by this process’ clock alone.
 * @param wrongWith what is wrong with a node, in words; undefined for one that is well
 */
async function untilNone(
  records: Pick<SideRecords, 'get'>,
  { run, silence, takesUpWithin }: Waiting,
  wrongWith: (node: Said) => string | undefined,
): Promise<void> {
  const began = performance.now();
  /** How often each had said that it is there when it was seen first, and when that was: one may begin while another is waited for. */
  const first = new Map<string, { readonly times: number; readonly at: number }>();
  for (let isSaid = false; ; ) {
    const now = performance.now();
    const meant: { readonly node: Said; readonly lives: boolean; readonly since: number }[] = [];
    for (const node of await nodesBeside(records)) {
      if (wrongWith(node) === undefined) continue;
      const { times, at } = first.get(node.id) ?? { times: node.times, at: now };
      first.set(node.id, { times, at });
      meant.push({ node, lives: node.times !== times, since: now - at });
    }
    if (meant.every(({ lives, since }) => !lives && since > silence)) return;
    const living = meant.find(({ lives, since }) => lives && since > takesUpWithin)?.node;
    if (living) throw new BadSetting(`${nameOf(living)} ${wrongWith(living)}`);
    if (!isSaid && now - began > takesUpWithin) {
      run.remark(`Waiting to know whether ${meant.map(({ node }) => nameOf(node)).join(', ')} still runs.`);
      isSaid = true;
    }
    await pause(lookEvery, run.signal);
    run.signal.throwIfAborted();
  }
}

const nameOf = ({ host, pid, address }: Said) => `the node ${address} (process ${pid} at ${host})`;

function lacks({ keys }: Said, { key, to }: MustHave): string {
  if (!keys) return 'does not say which keys it has: give it this release, and say this again';
  const does = to === 'reads' ? 'does not read' : 'does not write with';
  return `${does} ${key} yet: give it the keys, start it again, and say this again`;
}
