import { expect, it } from 'vitest';
import { InMemoryReadModels } from '../../../backend/doubles/in-memory-read-models.ts';
import { stored } from '../../../backend/testing/stored.ts';
import { viewOf } from '../../kernel/documents/view.ts';
import { DamagedStream, NewerRelease, Unavailable } from '../../kernel/errors.ts';
import { sessions as sessionDocuments } from '../read-models/sessions.ts';
import { sessionStarted } from '../testing/examples.ts';
import { endRunOut } from './end-run-out.ts';

/** Three sessions that have run out, of which the first is ended as it is said; those that were ended. */
async function endedWith(reason: Error) {
  const readModels = new InMemoryReadModels();
  const started = ['s1', 's2', 's3'].map((sid, n) =>
    stored(sessionStarted(), { stream: `session-${sid}`, position: BigInt(n + 1) }),
  );
  readModels.follow([sessionDocuments], started);
  const asked: string[] = [];
  const endOne = async (sid: string) => {
    asked.push(sid);
    if (asked.length === 1) throw reason;
    return { position: 1n, events: [] };
  };
  const timer = endRunOut({ sessions: { endOne }, view: viewOf(readModels, sessionDocuments) });
  await expect(timer.run(new Date('2100-01-01'), new AbortController().signal)).rejects.toThrow(reason.message);
  return asked;
}

it.each([new DamagedStream('session-s1', 'It is broken.'), new NewerRelease('It is of a newer one.')])(
  'sessions that have run out are ended, though one of them cannot be read: $name',
  async (reason) => expect(await endedWith(reason)).toEqual(['s1', 's2', 's3']),
);

it('no more sessions are ended once the store is away', async () => {
  expect(await endedWith(new Unavailable('It is away.'))).toEqual(['s1']);
});
