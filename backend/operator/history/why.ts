import type { HistoryEntry } from '../../../modules/audit/contract.ts';
import type { Run } from '../run.ts';
import { lineOf } from './history.ts';
import { withHistory } from './open-history.ts';

/**
 * Tells what caused an event, and what followed from it: a tree, with the event itself marked.
 * @param which its id, or its position
 * @throws NotFound where there is no such event
 */
export async function tellWhy(run: Run, which: string): Promise<void> {
  await withHistory(run, async ({ causes, upToNow }) => {
    await upToNow();
    const found = await causes.of(which);
    const above = found.causes.toReversed();
    const line = (entry: HistoryEntry, depth: number) => `${'  '.repeat(depth)}${lineOf(entry)}`;
    const lines = [
      ...above.map(line),
      `${line(found.event, above.length)}  <-`,
      ...found.effects.map((entry) => line(entry, above.length + entry.depth)),
      ...(found.beside.length > 0
        ? ['Beside it, of the same request:', ...found.beside.map((one) => line(one, 0))]
        : []),
      ...(found.more ? ['More came of this request than is told of here.'] : []),
    ];
    run.say(lines.join('\n'), found);
  });
}
