import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import { Beginning } from '../../../modules/mails/beginning.ts';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { openSqliteEventStore } from '../../event-store/sqlite.ts';
import { password, signUp } from '../../testing/api-client.ts';
import { closedAfter } from '../../testing/logs/sealed-log.ts';
import { operate } from '../../testing/operators-desk.ts';
import { startShop } from '../../testing/running-shop.ts';
import { openMailServer } from '../../testing/servers/mail-server.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const soon = { timeout: 60_000, interval: 20 };
const [yesterday, today] = [new Date('2026-01-01T00:00:00.000Z'), new Date('2026-01-02T00:00:00.000Z')];

const storeIn = (folder: string) => closedAfter(openSqliteEventStore({ file: join(folder, 'events.db') }));

async function said(DATA_DIR: string, ...words: string[]): Promise<void> {
  expect({ words, ...(await operate({ DATA_DIR }, ...words, '--as', 'Ada')) }).toMatchObject({ words, code: 0 });
}

const copied = (from: string, to: string) => said(from, 'copy', '--from', from, '--to', to);

async function imported(from: string, to: string, alter = (text: string) => text): Promise<string> {
  const file = join(temporaryFolder(), 'export.jsonl');
  await said(from, 'export', file);
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, alter(text));
  await said(to, 'import', file, '--keys-of', from);
  return text;
}

describe.each([
  ['copied', copied],
  ['exported and imported', imported],
])('the mails of a shop that was %s', (_, move: (from: string, to: string) => Promise<unknown>) => {
  it('go out from the other where they had not, and once', async () => {
    const [from, to, server] = [temporaryFolder(), temporaryFolder(), await openMailServer()];
    onTestFinished(() => server.close());
    let past = 0;
    const open = async (DATA_DIR: string) => {
      const mailing = { SMTP_URL: server.url, MAIL_FROM: 'shop@inventory.example', TIMERS_EVERY: '50ms' };
      const settings = { DATA_DIR, ...mailing, PUBLIC_URL: 'http://localhost:3000' };
      const now = () => new Date(Date.now() + past);
      const shop = await startShop(settings, { passwords: quickPasswords, now });
      let closed: Promise<void> | undefined;
      const close = () => {
        closed ??= shop.close();
        return closed;
      };
      onTestFinished(close);
      return { origin: shop.origin, close };
    };
    const subjects = () => server.received.map(({ headers }) => headers.get('subject'));
    const ended = async (store: EventStore) => {
      const { events } = await store.readAll({ after: 0n, limit: 1_000 });
      return events.filter(({ type }) => type === 'MailSent' || type === 'MailGivenUp').map(({ type }) => type);
    };
    const shop = await open(from);
    const original = storeIn(from);
    const mina = await signUp(shop.origin, 'Mina');
    await vi.waitFor(async () => expect(await ended(original)).toEqual(['MailSent']), soon);
    server.refusing.everybody = 421;
    const newPassword = 'another long secret of Mina';
    expect((await mina.post('/identity/password', { password, newPassword })).status).toBe(204);
    await vi.waitFor(() => expect(server.turnedAway()).toBe(1), soon);
    await shop.close();
    await move(from, to);
    copyFileSync(join(from, 'identity-keys.json'), join(to, 'identity-keys.json'));
    server.refusing.everybody = undefined;
    past += 3 * 60_000;
    await open(to);
    const there = storeIn(to);
    await vi.waitFor(async () => expect(await ended(there)).toEqual(['MailSent', 'MailSent']), soon);
    expect(subjects()).toEqual(['Confirm your email', 'Your password was changed']);
  });

  it('begin there when they began, until it is started without any', async () => {
    const [from, to] = [temporaryFolder(), temporaryFolder()];
    await new Beginning(storeIn(from).records).say('sent', yesterday);
    await move(from, to);
    const { records } = storeIn(to);
    const beginning = new Beginning(records);
    await beginning.say('sent', new Date());
    expect([beginning.isBefore('2025-12-31T23:59:59.000Z'), beginning.isBefore(yesterday.toISOString())]).toEqual([
      true,
      false,
    ]);
    await new Beginning(records).say(undefined, new Date());
    await new Beginning(records).say('sent', today);
    expect((await records.get('mails-began'))?.value).toBe(`sent ${today.toISOString()}`);
  });

  it('begin there as it says, where it does', async () => {
    const [from, to] = [temporaryFolder(), temporaryFolder()];
    await new Beginning(storeIn(from).records).say('sent', yesterday);
    const { records } = storeIn(to);
    await new Beginning(records).say('kept', today);
    await move(from, to);
    expect((await records.get('mails-began'))?.value).toBe(`kept ${today.toISOString()}`);
  });
});

describe('an export of a shop', () => {
  it('that writes no mails says nothing of them, and one of before is imported', async () => {
    const [mailing, none, to] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    await new Beginning(storeIn(mailing).records).say('sent', yesterday);
    storeIn(none);
    expect(await imported(none, temporaryFolder())).not.toContain('"mails"');
    const text = await imported(mailing, to, (written) => written.replace(/,"mails":"[^"]*"/, ''));
    expect(text).toContain(`,"mails":"sent ${yesterday.toISOString()}"}`);
    expect(await storeIn(to).records.get('mails-began')).toBeUndefined();
  });
});
