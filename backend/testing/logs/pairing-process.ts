import { executePair } from '../../../modules/kernel/commands/command-pair.ts';
import { CommandHandler } from '../../commands/command-handler.ts';
import { openSqliteEventStore } from '../../event-store/sqlite.ts';
import { contextOf } from '../context.ts';
import { aCount, counted, counter } from '../counters.ts';

/**
 * A process of its own for tests: `node pairing-process.ts <file> <name> <together>` takes from the shelf for one thing after
 * the other, so many at a time, and writes the name of each to standard output once that was answered. It ends when it is
 * killed, or refused.
 */
const [file = '', name = '', together = '8'] = process.argv.slice(2);
const store = openSqliteEventStore({ file });
const commands = new CommandHandler({ store, now: () => new Date(), schemaOf: () => 1 });

async function takeOn(worker: number): Promise<never> {
  for (let count = 0; ; count++) {
    const id = `${name}.${worker}.${count}`;
    const decide = () => [counted('shelf', 1)];
    const first = { aggregate: counter, id: 'shelf', command: aCount, decide };
    const then = () => ({ aggregate: counter, id, command: aCount, decide: () => [counted(id, 1)] });
    await executePair(commands, contextOf(id), first, then);
    process.stdout.write(`${id}\n`);
  }
}

await Promise.all(Array.from({ length: Number(together) }, (_, worker) => takeOn(worker)));
