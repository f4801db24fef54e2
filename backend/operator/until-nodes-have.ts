import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SideRecords } from '../../modules/kernel/event-store.ts';
import { pause } from '../runtime/pause.ts';
import { BadSetting, readConfig } from '../start/config.ts';
import { nodesBeside, type Said, saidEvery, silentAfter } from '../status/presence.ts';
import type { Run } from './run.ts';
import { withLog } from './with-log.ts';

const takesUpWithin = 5_000;
const lookEvery = 200;

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
  const silence = silentAfter * saidEvery[EVENT_STORE === undefined ? 'SQLite' : 'EventStoreDB'];
  await withLog(({ records }) => nodesHave(records, must, { run, silence, takesUpWithin }));
}

type Waiting = {
  readonly run: Pick<Run, 'remark' | 'signal'>;
  /** Milliseconds after which a node that has said nothing is taken for gone. */
  readonly silence: number;
  /** Milliseconds in which a node that is well has looked at the file of keys, and said so. */
  readonly takesUpWithin: number;
};

/** The same by the records that nodes stand in. Whether one lives is told by this process’ clock alone. */
export async function nodesHave(
  records: Pick<SideRecords, 'get'>,
  must: MustHave,
  { run, silence, takesUpWithin }: Waiting,
): Promise<void> {
  const began = performance.now();
  const first = new Map<string, number>();
  for (let isSaid = false; ; ) {
    const lacking = (await nodesBeside(records)).filter((node) => !node.keys?.[must.to].includes(must.key));
    const since = performance.now() - began;
    for (const { id, times } of lacking) if (!first.has(id)) first.set(id, times);
    const living = lacking.find(({ id, times }) => times !== first.get(id));
    if (lacking.length === 0 || (since > silence && !living)) return;
    if (living && since > takesUpWithin) throw new BadSetting(`${nameOf(living)} ${lacks(living, must)}`);
    if (!isSaid && since > takesUpWithin) {
      run.remark(`Waiting to know whether ${lacking.map(nameOf).join(', ')} still runs.`);
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
