import { InMemoryCommands } from '../../../backend/doubles/in-memory-commands.ts';
import { InMemoryReadModels } from '../../../backend/doubles/in-memory-read-models.ts';
import { InMemoryRenewals } from '../../../backend/doubles/in-memory-renewals.ts';
import { contextOf } from '../../../backend/testing/context.ts';
import { sessions as sessionDocuments } from '../read-models/sessions.ts';
import { secretsOf } from '../secrets.ts';
import { SessionRenewing } from '../sessions/session-renewing.ts';
import { Sessions } from '../sessions/sessions.ts';

/** One session of Mina's, who is an admin or not, what renews it, and a clock in the test's hands. */
export async function renewingUnderTest({ isAdmin = false } = {}) {
  const readModels = new InMemoryReadModels();
  const commands = new InMemoryCommands({ appended: (events) => readModels.follow([sessionDocuments], events) });
  const clock = { time: new Date('2026-01-02T12:00:00Z').getTime() };
  const now = () => new Date(clock.time);
  const secrets = secretsOf({ secret: Buffer.alloc(32, 1), emails: [Buffer.alloc(32, 2)] });
  const sessions = new Sessions({ commands, readModels, secrets, now });
  const renewals = new InMemoryRenewals();
  const mina = { isAdmin };
  const renewing = new SessionRenewing({ sessions, renewals, secrets, isAdmin: async () => mina.isAdmin, now });
  const how = { by: 'password', browser: 'Firefox on Linux' } as const;
  const started = await sessions.start({ uid: 'u1', accountId: 'a1', ...how }, contextOf('k0'));
  let calls = 0;
  return {
    commands,
    clock,
    mina,
    secrets,
    sessions,
    renewals,
    renewing,
    started,
    /** Renews the session with a token, and gives the next one. */
    renew: async (token: string, idleFor?: number) =>
      (await renewing.renew(token, idleFor, contextOf(`renew ${++calls}`))).token,
    /** Why it ended; undefined while it runs. */
    endedBecause: () => {
      const [ended] = commands.ofType('SessionEnded');
      return ended && (ended.data as { because: string }).because;
    },
  };
}
