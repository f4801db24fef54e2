import { expect, it } from 'vitest';
import { InMemoryReadModels } from '../../../backend/doubles/in-memory-read-models.ts';
import { stored } from '../../../backend/testing/stored.ts';
import { viewOf } from '../../kernel/documents/view.ts';
import { DamagedStream, NewerRelease, Unavailable } from '../../kernel/errors.ts';
import { sessions as sessionDocuments } from '../read-models/sessions.ts';
import { sessionStarted } from '../testing/examples.ts';
import { endRunOut } from './end-run-out.ts';

const afterwards = new Date('2100-01-01');

/** Three sessions or more, until these moments or the usual one, and who is asked to end which of them, of which the first may fail. */
function shop({ until = [], reason, many = 3 }: { until?: readonly string[]; reason?: Error; many?: number }) {
  const readModels = new InMemoryReadModels();
  const started = Array.from({ length: many }, (_, n) =>
    stored(sessionStarted({ ...(until[n] && { expiresAt: until[n] }) }), {
      stream: `session-s${n + 1}`,
      position: BigInt(n + 1),
    }),
  );
  readModels.follow([sessionDocuments], started);
  const asked: string[] = [];
  const endOne = async (sid: string) => {
    asked.push(sid);
    if (reason && asked.length === 1) throw reason;
    return { position: 1n, events: [] };
  };
  const timer = endRunOut({ sessions: { endOne }, view: viewOf(readModels, sessionDocuments) });
  return { asked, run: (now: Date) => timer.run(now, new AbortController().signal) };
}

it('sessions are ended that have run out by now, and no others', async () => {
  const moments = ['2026-02-01T00:00:00.001Z', '2026-01-31T23:59:59.999Z', '2026-02-01T00:00:00.000Z'];
  const { asked, run } = shop({ until: moments });
  await run(new Date('2026-02-01'));
  expect(asked).toEqual(['s2', 's3']);
});

it('sessions are ended at one look, however many have run out', async () => {
  const { asked, run } = shop({ many: 201 });
  await run(afterwards);
  expect(new Set(asked).size).toBe(201);
});

it.each([new DamagedStream('session-s1', 'It is broken.'), new NewerRelease('It is of a newer one.')])(
  'sessions that have run out are ended, though one of them cannot be read: $name',
  async (reason) => {
    const { asked, run } = shop({ reason });
    await expect(run(afterwards)).rejects.toThrow(reason.message);
    expect(asked).toEqual(['s1', 's2', 's3']);
  },
);

it('no more sessions are ended once the store is away', async () => {
  const { asked, run } = shop({ reason: new Unavailable('It is away.') });
  await expect(run(afterwards)).rejects.toThrow('It is away.');
  expect(asked).toEqual(['s1']);
});
