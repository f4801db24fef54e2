import { expect, it } from 'vitest';
import { InMemoryReadModels } from '../../backend/doubles/in-memory-read-models.ts';
import { stored } from '../../backend/testing/stored.ts';
import type { ToolEvent } from './events.ts';
import { catalogModule } from './index.ts';
import { tools } from './read-models/tools.ts';
import { toolAdded, toolDetailsChanged, toolRetired, toolReturned } from './testing/examples.ts';

/** More than a page has. */
const many = 500;
const idOf = (n: number) => `t${`${n}`.padStart(3, '0')}`;
const pictureOf = (n: number) => `/uploads/${idOf(n)}.webp`;

it.each<[string, ToolEvent, ...ToolEvent[]]>([
  ['renamed, to the beginning', toolDetailsChanged({ toolId: idOf(499), name: 'Adze' })],
  ['retired', toolRetired({ toolId: idOf(1) })],
  ['brought back', toolReturned({ toolId: idOf(499) }), toolRetired({ toolId: idOf(499) })],
])('the pictures that tools show are all told, also of one that is %s meanwhile', async (_, happening, ...before) => {
  const readModels = new InMemoryReadModels();
  let position = 0n;
  const happen = (event: ToolEvent) => readModels.follow([tools], [stored(event, { position: ++position })]);
  for (let n = 0; n < many; n++) happen(toolAdded({ toolId: idOf(n), name: `Drill ${idOf(n)}`, image: pictureOf(n) }));
  for (const event of before) happen(event);
  const catalog = catalogModule({ readModels, currency: 'usd' } as never);
  const shown = new Set<string>();
  let pages = 0;
  for await (const page of catalog.shownPictures()) {
    for (const address of page) shown.add(address);
    pages += 1;
    if (pages === 1) happen(happening);
  }
  expect([...shown].toSorted()).toEqual(Array.from({ length: many }, (_, n) => pictureOf(n)));
});
