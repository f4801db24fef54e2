import { expect, it } from 'vitest';
import { NotMadeYet } from '../kernel/errors.ts';
import type { HistoryIndex } from './history-index.ts';
import type { HistoryReader } from './history-reader.ts';
import { historyRoutes } from './routes.ts';

const index = { fresh: async () => ({ reached: 12n, isWhole: false }) } satisfies Pick<HistoryIndex, 'fresh'>;
/** Nothing else is asked while it is being indexed. */
const reader = { index, types: [] } as unknown as HistoryReader;

const asking = historyRoutes(reader).filter(({ path }) => path !== '/history/types');

it.each(asking.map(({ path, handle }) => [path, handle] as const))(
  'says at %s how far it is indexed, and when to ask again',
  async (_, handle) => {
    const request = { query: { limit: 10 }, params: { stream: 'tool-t1', event: '5' } };
    const refused = await handle(request as never).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(NotMadeYet);
    expect(refused).toMatchObject({
      message: 'The history is being indexed, and is so as of position 12 by now.',
      retryAfter: 5,
    });
  },
);
