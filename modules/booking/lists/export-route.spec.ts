import { expect, it } from 'vitest';
import { InMemoryCommands } from '../../../backend/doubles/in-memory-commands.ts';
import { InMemoryReadModels } from '../../../backend/doubles/in-memory-read-models.ts';
import { contextOf } from '../../../backend/testing/context.ts';
import { stored } from '../../../backend/testing/stored.ts';
import { viewOf } from '../../kernel/documents/view.ts';
import { readCsv } from '../../kernel/encoding/csv.ts';
import { bookings } from '../read-models/bookings.ts';
import { toolBooked } from '../testing/examples.ts';
import { exportRoute } from './export-route.ts';

/** More than two pages have. */
const many = 1_001;
const idOf = (n: number) => `o${`${n}`.padStart(4, '0')}`;

it('an export has each order once, newest first, however many pages there are', async () => {
  const readModels = new InMemoryReadModels();
  const placed = Array.from({ length: many }, (_, n) =>
    stored(toolBooked({ bookingId: idOf(n) }), { position: BigInt(n + 1) }),
  );
  readModels.follow([bookings], placed);
  const route = exportRoute({
    commands: new InMemoryCommands(),
    bookings: viewOf(readModels, bookings),
    people: { uidOf: async () => undefined, matching: async () => [], calledLike: async () => new Set() },
  });
  const asked = {
    caller: { uid: 'a1' },
    query: {},
    command: contextOf('export'),
    signal: new AbortController().signal,
  };
  const { text: file } = await route.handle(asked as never);
  let [text, pieces] = ['', 0];
  for await (const chunk of file?.chunks ?? []) {
    text += chunk;
    expect(++pieces).toBeLessThan(10); // One that never ends would keep the test for ever.
  }
  const ids = (await readCsv(text, { most: 10_000 })).rows.map(({ cells }) => cells.get('Id') ?? '');
  expect(ids).toEqual(Array.from({ length: many }, (_, n) => idOf(n)).reverse());
});
