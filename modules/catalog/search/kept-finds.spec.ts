import { expect, it } from 'vitest';
import { InMemoryReadModels } from '../../../backend/doubles/in-memory-read-models.ts';
import { heapInUse } from '../../../backend/testing/measuring/heap-in-use.ts';
import { stored } from '../../../backend/testing/stored.ts';
import { viewOf } from '../../kernel/documents/view.ts';
import { tools } from '../read-models/tools.ts';
import { toolAdded } from '../testing/examples.ts';
import { Shelf } from './shelf.ts';
import { ShelfLookup } from './shelf-lookup.ts';

const many = 3_000;
/** Bytes of what a search found that found a tool or two, with its name; closures and typed arrays would take three times that. */
const most = 700;

async function filledShelf(): Promise<Shelf> {
  const readModels = new InMemoryReadModels();
  const added = Array.from({ length: many }, (_, n) =>
    toolAdded({ toolId: `tool-${n}`, name: `Hammer ${10_000 + n}` }),
  );
  readModels.follow(
    [tools],
    added.map((event, at) => stored(event, { position: BigInt(at + 1) })),
  );
  const shelf = new Shelf();
  const view = viewOf(readModels, tools);
  for (const { data } of added) shelf.put(data.toolId, (await view.text(data.toolId)).text);
  return shelf;
}

it('keeps of what thousands of people looked for little more than which tools it was', async () => {
  const lookup = new ShelfLookup(await filledShelf(), async (work) => work());
  const lookFor = async (n: number) =>
    (await lookup.page({ search: `hammer ${10_000 + n}`, by: undefined, order: 'ascending', limit: 10 })).ids;
  expect(await lookFor(7)).toContain('tool-7');
  const before = heapInUse();
  for (let n = 0; n < many; n++) await lookFor(n);
  expect(((heapInUse() - before) * 2 ** 20) / many).toBeLessThan(most);
  expect(await lookFor(7)).toContain('tool-7');
});
