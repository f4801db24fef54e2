import { expect, it } from 'vitest';
import { InMemoryReadModels } from '../../../backend/doubles/in-memory-read-models.ts';
import { stored } from '../../../backend/testing/stored.ts';
import { viewOf } from '../../kernel/documents/view.ts';
import { readCsv } from '../../kernel/encoding/csv.ts';
import type { ToolEvent } from '../events.ts';
import { tools } from '../read-models/tools.ts';
import { toolAdded, toolDetailsChanged } from '../testing/examples.ts';
import { csvRoutes } from './routes.ts';

/** More than a page has. */
const many = 500;
const idOf = (n: number) => `t${`${n}`.padStart(3, '0')}`;

async function exportedWhile(happening: ToolEvent, ...before: ToolEvent[]): Promise<string[]> {
  const readModels = new InMemoryReadModels();
  let position = 0n;
  const happen = (event: ToolEvent) => readModels.follow([tools], [stored(event, { position: ++position })]);
  for (let n = 0; n < many; n++) happen(toolAdded({ toolId: idOf(n), name: `Drill ${idOf(n)}` }));
  for (const event of before) happen(event);
  const [route] = csvRoutes({ tools: viewOf(readModels, tools) } as never).filter(
    ({ path }) => path === '/products/export',
  );
  const { text: file } = (await route?.handle({ caller: { uid: 'a1' } } as never)) ?? {};
  const chunks = typeof file?.chunks === 'string' ? [] : (file?.chunks ?? []);
  let [text, pieces] = ['', 0];
  for await (const chunk of chunks) {
    text += chunk;
    pieces += 1;
    // After the columns and the first page.
    if (pieces === 2) happen(happening);
  }
  return (await readCsv(text, { most: 10_000 })).rows.map(({ cells }) => cells.get('_id') ?? '');
}

it.each<[string, ToolEvent, ...ToolEvent[]]>([
  ['renamed, to the end', toolDetailsChanged({ toolId: idOf(1), name: 'Zinc Bucket' })],
  ['renamed, to the beginning', toolDetailsChanged({ toolId: idOf(499), name: 'Adze' })],
  ['retired', { type: 'ToolRetired', data: { toolId: idOf(1) } }],
  ['returned', { type: 'ToolReturned', data: { toolId: idOf(1) } }, { type: 'ToolRetired', data: { toolId: idOf(1) } }],
])('an export has each tool once, also one that is %s while it is read', async (_, happening, ...before) => {
  const ids = await exportedWhile(happening, ...before);
  expect(ids.toSorted()).toEqual(Array.from({ length: many }, (_, n) => idOf(n)));
});
