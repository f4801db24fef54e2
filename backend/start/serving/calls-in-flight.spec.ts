import { expect, it } from 'vitest';
import { InMemoryReadModels } from '../../doubles/in-memory-read-models.ts';
import { longListsInTurn } from '../../read-models/long-lists.ts';
import { searchInTurn } from '../../runtime/scheduling/search-in-turn.ts';
import { callsInFlight } from './calls-in-flight.ts';

/** Takes longer than a slice of a round, so that all that comes in the same one waits. */
function takesLong() {
  const until = performance.now() + 20;
  while (performance.now() < until);
}

it('calls have places left where as much is looked for, counted and listed as may wait', async () => {
  const lists = longListsInTurn(new InMemoryReadModels(), 1);
  const query = { index: 'all', key: '', order: 'ascending', limit: 1_000 } as const;
  let inFlight = 0;
  const asked = [
    (n: number) => searchInTurn(n === 0 ? takesLong : () => {}),
    (n: number) => searchInTurn(n === 0 ? takesLong : () => {}, { isSurvey: true }),
    () => lists.list('tools', query),
  ].flatMap((ask) =>
    Array.from({ length: callsInFlight.atOnce }, async (_, n) => {
      inFlight += 1;
      await ask(n).catch(() => {
        inFlight -= 1;
      });
    }),
  );
  await Promise.resolve();
  expect(inFlight).toBeLessThanOrEqual((callsInFlight.atOnce * 3) / 4);
  await Promise.all(asked);
});
