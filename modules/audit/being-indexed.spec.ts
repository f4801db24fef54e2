import { expect, it } from 'vitest';
import { NotMadeYet } from '../kernel/errors.ts';
import type { HistoryIndex } from './history-index.ts';
import type { HistoryReader } from './history-reader.ts';
import { historyRoutes } from './routes.ts';

/** Nothing else is asked while it is being indexed. */
const routesOf = (index: Pick<HistoryIndex, 'fresh'> & Partial<HistoryIndex>) =>
  historyRoutes({ index, types: [] } as unknown as HistoryReader).filter(({ path }) => path !== '/history/types');

const asking = routesOf({ fresh: async () => ({ reached: 12n, isWhole: false }) });
const request = { query: { limit: 10 }, params: { stream: 'tool-t1', event: '5' } } as never;

it.each(asking.map(({ path, handle }) => [path, handle] as const))(
  'says at %s how far it is indexed, and when to ask again',
  async (_, handle) => {
    const refused = await handle(request).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(NotMadeYet);
    expect(refused).toMatchObject({
      message: 'The history is being indexed, and is so as of position 12 by now.',
      retryAfter: 5,
    });
  },
);

it('says so, too, of what was begun anew while somebody was answered', async () => {
  let beginnings = 1;
  const [list] = routesOf({
    fresh: async () => ({ reached: 12n, isWhole: true }),
    newest() {
      beginnings += 1;
      return [];
    },
    reached: 0n,
    get beginnings() {
      return beginnings;
    },
  });
  await expect(list?.handle(request)).rejects.toThrow(NotMadeYet);
});
