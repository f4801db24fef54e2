import { expect, it } from 'vitest';
import { InMemoryCommands } from '../../../backend/doubles/in-memory-commands.ts';
import { InMemoryReadModels } from '../../../backend/doubles/in-memory-read-models.ts';
import { contextOf } from '../../../backend/testing/context.ts';
import { call } from '../../../backend/testing/deciding/call.ts';
import { DamagedStream } from '../../kernel/errors.ts';
import type { Caller } from '../../kernel/route.ts';
import { sessions as sessionDocuments } from '../read-models/sessions.ts';
import { secretsOf } from '../secrets.ts';
import { sessionRoutes } from './session-routes.ts';
import { Sessions } from './sessions.ts';
import { SigningOut } from './signing-out.ts';

const holder = { uid: 'u1', accountId: 'a1', by: 'password', browser: 'Firefox on Linux' } as const;
const params = { email: 'mina@example.com' };

it('whoever is signed in to an account that cannot be read is seen and signed out by an admin', async () => {
  const readModels = new InMemoryReadModels();
  const commands = new InMemoryCommands({ appended: (events) => readModels.follow([sessionDocuments], events) });
  const secrets = secretsOf({ secret: Buffer.alloc(32, 1), emails: [Buffer.alloc(32, 2)] });
  const sessions = new Sessions({ commands, readModels, secrets, now: () => new Date() });
  const routes = sessionRoutes({
    accounts: { findByEmail: () => Promise.reject(new DamagedStream('account-a1', 'It is broken.')) },
    listedUid: async (email) => (email === params.email ? 'u1' : undefined),
    ...{ sessions, signingOut: new SigningOut({ commands, sessions }), secureCookies: false },
  });
  const { sid: theirs } = await sessions.start(holder, contextOf('theirs'));
  const { sid } = await sessions.start({ ...holder, uid: 'u9', accountId: 'a9' }, contextOf('own'));
  const caller = { uid: 'u9', email: 'admin@example.com', name: 'Admin', role: 'admin', sid } as Caller;
  const seen = await call(routes, 'GET /user/{email}/sessions', { caller, params });
  expect(seen).toMatchObject({ body: { sessions: [{ _id: theirs }] } });
  const signOut = 'DELETE /user/{email}/sessions';
  expect(await call(routes, signOut, { caller, params, command: contextOf('end') })).toMatchObject({ status: 204 });
  expect(await sessions.now(theirs)).toBeUndefined();
  const nobody = { caller, params: { email: 'nobody@example.com' }, command: contextOf('nobody') };
  await expect(call(routes, signOut, nobody)).rejects.toThrow(DamagedStream);
});
