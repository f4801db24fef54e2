import { once } from 'node:events';
import { CheckpointMoved } from '../../../modules/kernel/errors.ts';
import { openWrittenBehind } from '../behind/written-behind.ts';
import { openSqliteReadModels } from '../sqlite.ts';

/*
 * A process that applies one made-up event after another to a projection until it is at `last`, together with whoever
 * else does: node counting-process.ts <file> <projection> <last> [behind]. Each event n adds the document n, lists it, and moves
 * the document `total`. It says `ready`, begins once its stdin says something, and says every n that it committed.
 */
const [file = '', projection = '', last = '0', behind] = process.argv.slice(2);
const store = behind ? openWrittenBehind({ file }) : openSqliteReadModels({ file });
process.stdout.write('ready\n');
await once(process.stdin, 'readable');

for (let at = await store.checkpoint(projection); (at ?? 0n) < BigInt(last); ) {
  const next = (at ?? 0n) + 1n;
  const total = Number((await store.get(projection, 'total')).document ?? '0');
  try {
    await store.commit(projection, at, next, [
      { id: 'total', document: String(total + 1), entries: [{ index: 'total', key: String(total + 1), sort: '' }] },
      { id: String(next), document: String(next), entries: [{ index: 'all', key: '', sort: String(next) }] },
    ]);
    process.stdout.write(`${next}\n`);
    at = next;
  } catch (error) {
    if (!(error instanceof CheckpointMoved)) throw error;
    at = await store.checkpoint(projection);
  }
}
await store.close();
