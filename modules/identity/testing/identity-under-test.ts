import { parseSetCookie } from 'cookie';
import { exportJWK, generateKeyPair } from 'jose';
import { InMemoryCommands } from '../../../backend/doubles/in-memory-commands.ts';
import { InMemoryReadModels } from '../../../backend/doubles/in-memory-read-models.ts';
import { InMemoryRenewals } from '../../../backend/doubles/in-memory-renewals.ts';
import { contextOf } from '../../../backend/testing/context.ts';
import { call } from '../../../backend/testing/deciding/call.ts';
import type { Commands } from '../../kernel/commands.ts';
import type { Answer, Caller } from '../../kernel/route.ts';
import { signedIn } from '../contract.ts';
import type { FactorAdded, TotpOffer } from '../factors/contract.ts';
import { codeAt } from '../factors/totp.ts';
import type { Elsewhere } from '../google/google-sign-in.ts';
import { identityModule } from '../index.ts';
import { Links } from '../links/links.ts';
import { accounts } from '../read-models/accounts.ts';
import { sessions } from '../read-models/sessions.ts';
import { secretsOf } from '../secrets.ts';

export const mina = { name: 'Mina', email: 'mina@example.com', password: 'a good one' };

/**
 * The whole module on doubles, with a clock that stands still; nothing reacts to events. `ask` calls its routes.
 * @param options.seen what the module sees of the commands
 */
export async function identityUnderTest({
  isAdmin = false,
  seen = (commands: Commands) => commands,
  google = undefined as Elsewhere | undefined,
} = {}) {
  const clock = { at: Date.parse('2026-01-02T12:00:00Z') };
  const now = () => new Date(clock.at);
  const readModels = new InMemoryReadModels();
  const commands = new InMemoryCommands({ now, appended: (events) => readModels.follow([sessions, accounts], events) });
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const keys = { signing: [await exportJWK(privateKey)], emails: [Buffer.alloc(32, 2)], secret: Buffer.alloc(32, 1) };
  const identity = await identityModule({
    ...{ commands: seen(commands), readModels, now, keys },
    renewals: new InMemoryRenewals(),
    isAdmin: async () => isAdmin,
    issuer: 'https://shop.example',
    secureCookies: true,
    passwordMinimum: 6,
    mailing: { isSent: true, secretLinks: 'sent' },
    ...(google && { google }),
    passwords: {
      hash: async (password) => `hash of ${password}`,
      verify: async (hash, password) => hash === `hash of ${password}`,
    },
  });
  const links = new Links({ commands, secrets: secretsOf(keys), now });
  const ask = (name: string, request: Parameters<typeof call>[2]) => call(identity.routes, name, request);
  const signIn = (password: string, key: string, email = mina.email) =>
    ask('POST /identity/sign-in', { body: { email, password }, command: contextOf(key) });
  const runs = async ({ sid }: { sid: string }) => (await identity.sessions.now(sid)) !== undefined;

  /** Who an answer has signed in. */
  async function callerOf({ body }: Answer): Promise<Caller> {
    const { uid, sid, email, name } = await identity.tokens.verifyIdToken(signedIn.parse(body).idToken);
    return { uid, sid, email, name, role: 'user', provedAt: now() };
  }

  /** Adds an authenticator app, and resolves to its recovery codes. */
  async function addApp(caller: Caller): Promise<readonly string[]> {
    const offered = await ask('POST /me/factors/totp', { caller, command: contextOf('offer') });
    const { offer, secret } = offered.body as TotpOffer;
    const body = { offer, code: codeAt(secret, now().toISOString()) };
    const added = await ask('POST /me/factors/totp/confirm', { caller, body, command: contextOf('add') });
    return (added.body as FactorAdded).recoveryCodes ?? [];
  }

  /** What opens the link of a purpose that was asked for last. */
  function lastLink(purpose: 'recover' | 'change-email'): string {
    const asked = commands
      .ofType('LinkRequested')
      .filter(({ data }) => (data as { purpose: string }).purpose === purpose);
    return links.tokenOf(asked.at(-1)?.stream ?? '', purpose);
  }

  return { commands, identity, clock, now, links, ask, signIn, runs, callerOf, addApp, lastLink };
}

/** The cookies that were set, as a browser sends them back. */
export function cookiesIn(set: string | readonly string[] | undefined): { [name: string]: string | undefined } {
  return Object.fromEntries(
    [set ?? []].flat().map((cookie) => {
      const { name, value } = parseSetCookie(cookie);
      return [name, value];
    }),
  );
}
