import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Booking } from '../../../modules/booking/contract.ts';
import type { Review } from '../../../modules/reviews/contract.ts';
import { storedEventsOf } from '../../api-tests/stores/stored-events-of.ts';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { openSqliteReadModels } from '../../read-models/sqlite.ts';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { addTool, orderOf, password, signIn, signUp } from '../../testing/api-client.ts';
import { bytesIn } from '../../testing/logs/kept-bytes.ts';
import { writeStrangeEvent } from '../../testing/logs/strange-events.ts';
import { operate } from '../../testing/operators-desk.ts';
import { startShop } from '../../testing/running-shop.ts';
import { openMailServer } from '../../testing/servers/mail-server.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { thoroughly } from '../../testing/thoroughly.ts';

const email = 'zohra.unmistakable@inventory.example';
const name = 'Zohra Unmistakable';
const location = 'Unmistakable Street 7';

/** A shop with somebody in it, who ordered something and wrote a review. */
async function shopWithSomebody(DATA_DIR = temporaryFolder()) {
  const shop = await startShop({ DATA_DIR, SEED: 'demo' }, { passwords: quickPasswords });
  const admin = await signIn(shop.origin, demoAdmin.email, demoPassword);
  const person = await signUp(shop.origin, name, email);
  const toolId = await addTool(admin, { PerPrice: 0, TotalPrice: 0 });
  const order = orderOf(person, toolId, 0, { location });
  const { body } = await person.post<{ insertedId: string }>('/booking', order);
  await person.post('/reviews', { review: 'Stays', description: 'It does.' });
  return { shop, admin, person, bookingId: body.insertedId, dataDir: DATA_DIR };
}

/** What a shop shows of the person's order and review. */
async function seen(origin: string, bookingId: string) {
  const admin = await signIn(origin, demoAdmin.email, demoPassword);
  const { body: order } = await admin.get<Booking>(`/booking/${bookingId}`);
  const { body: reviews } = await admin.get<Review[]>('/reviews');
  const { body: users } = await admin.get<{ email: string }[]>('/user');
  return {
    buyer: order.buyerName,
    reviewer: reviews.find(({ review }) => review === 'Stays')?.name,
    isUser: users.some((user) => user.email === email),
  };
}

/** What a release of before showed, which nobody feeds any more. */
async function leaveReadModelsOfBefore(dataDir: string): Promise<void> {
  const readModels = openSqliteReadModels({ file: join(dataDir, 'read-models.db') });
  const entries = [{ index: 'email', key: email, sort: '' }];
  await readModels.commit('bookings.v0', undefined, 1n, [{ id: 'b0', document: JSON.stringify({ name }), entries }]);
  await readModels.close();
}

const nobody = { buyer: 'erased', reviewer: 'erased', isUser: false };

function expectNoByte(dataDir: string): void {
  const bytes = bytesIn(dataDir);
  for (const word of [email, name, location]) expect(bytes.includes(word), word).toBe(false);
}

describe('the operator’s erase', () => {
  it('forgets a person beside a running shop, and says what is left to do', async () => {
    const { shop, bookingId, dataDir } = await shopWithSomebody();
    onTestFinished(() => shop.close());
    const { code, stdout, stderr } = await operate({ DATA_DIR: dataDir }, 'erase', email);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^They are forgotten: .*Backups from before still hold them\.\n$/);
    await vi.waitFor(async () => expect(await seen(shop.origin, bookingId)).toEqual(nobody), 60_000);
    await vi.waitFor(() => expectNoByte(dataDir), { timeout: 60_000, interval: 250 });
    expect(await operate({ DATA_DIR: dataDir }, 'erase', email)).toMatchObject({ code: 0, stdout, stderr: '' });
    const never = await operate({ DATA_DIR: dataDir }, 'erase', 'nobody@inventory.example');
    expect(never).toMatchObject({ code: 1, stderr: 'No account has that email.\n' });
  });

  thoroughly('goes on where it was killed, while the shop is closed', async () => {
    const { shop, bookingId, dataDir } = await shopWithSomebody();
    await shop.close();
    const operator = join(import.meta.dirname, '../operator.ts');
    const killed = spawn(process.execPath, [operator, 'erase', email], {
      env: { ...process.env, DATA_DIR: dataDir },
      stdio: 'ignore',
    });
    const ended = once(killed, 'exit');
    // The account is forgotten by then, and the rest of it mostly not.
    await vi.waitFor(() => expect(existsSync(join(dataDir, 'forgotten.jsonl'))).toBe(true), {
      timeout: 60_000,
      interval: 1,
    });
    killed.kill('SIGKILL');
    await ended;
    expect(await operate({ DATA_DIR: dataDir }, 'erase', email)).toMatchObject({ code: 0, stderr: '' });
    expectNoByte(dataDir);
    const again = await startShop({ DATA_DIR: dataDir }, { passwords: quickPasswords });
    onTestFinished(() => again.close());
    expect(await seen(again.origin, bookingId)).toEqual(nobody);
  });

  it('forgets a person while the shop is closed, to the last byte', async () => {
    const { shop, bookingId, dataDir } = await shopWithSomebody();
    await shop.close();
    expect(bytesIn(dataDir).includes(location)).toBe(true);
    await leaveReadModelsOfBefore(dataDir);
    expect(await operate({ DATA_DIR: dataDir }, 'erase', email)).toMatchObject({ code: 0, stderr: '' });
    expectNoByte(dataDir);
    const again = await startShop({ DATA_DIR: dataDir }, { passwords: quickPasswords });
    onTestFinished(() => again.close());
    expect(await seen(again.origin, bookingId)).toEqual(nobody);
  });

  it('forgets a person whose account cannot be read, to the last byte, and says when that is closed', async () => {
    const { shop, bookingId, dataDir } = await shopWithSomebody();
    await shop.close();
    const [account] = (await storedEventsOf({ dataDir }, 'AccountOpened')).slice(-1);
    await writeStrangeEvent(dataDir, { stream: account?.stream ?? '', type: 'AddressProved', data: '{}', meta: '{}' });
    const first = await operate({ DATA_DIR: dataDir }, 'erase', email);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(/^They are forgotten: .* Their account cannot be read: nobody can sign in to it/);
    expectNoByte(dataDir);
    expect(await operate({ DATA_DIR: dataDir }, 'erase', email)).toEqual(first);
    const again = await startShop({ DATA_DIR: dataDir }, { passwords: quickPasswords });
    onTestFinished(() => again.close());
    expect(await seen(again.origin, bookingId)).toEqual(nobody);
  });

  it('forgets a person whose key was altered, of whom nothing can be read', async () => {
    const { shop, dataDir } = await shopWithSomebody();
    await shop.close();
    const [account] = (await storedEventsOf({ dataDir }, 'AccountOpened')).slice(-1);
    const database = new DatabaseSync(join(dataDir, 'events.db'));
    const { uid } = (account?.data ?? {}) as { uid?: string };
    const { changes } = database.prepare("UPDATE records SET value = '{}' WHERE key = ?").run(`subject-key:${uid}`);
    database.close();
    expect(changes).toBe(1);
    const { stdout, ...rest } = await operate({ DATA_DIR: dataDir }, 'erase', email);
    expect(rest).toMatchObject({ code: 0, stderr: '' });
    expect(stdout).toMatch(
      /^They are forgotten: account, profile, and the names in their orders and reviews\. Backups/,
    );
    expectNoByte(dataDir);
  });

  it('forgets all that can be read of a person, and says that they are not forgotten whole where an order cannot', async () => {
    const { shop, bookingId, dataDir } = await shopWithSomebody();
    await shop.close();
    await writeStrangeEvent(dataDir, { stream: `booking-${bookingId}`, type: 'BookingNoted', data: '{}', meta: '{}' });
    const { code, stdout, stderr } = await operate({ DATA_DIR: dataDir }, 'erase', email);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^They are not forgotten whole: [^\n]*say this again[^\n]* booking-\S+ cannot be read/);
    const again = await startShop({ DATA_DIR: dataDir }, { passwords: quickPasswords });
    onTestFinished(() => again.close());
    // All but what stands in the order itself.
    expect(await seen(again.origin, bookingId)).toEqual({ ...nobody, buyer: name });
  });
});

thoroughly(
  'an email whose last holder went to another one is nobody’s, though who had it before was forgotten',
  async () => {
    const [DATA_DIR, mail] = [temporaryFolder(), await openMailServer()];
    onTestFinished(() => mail.close());
    const mailing = { SMTP_URL: mail.url, MAIL_FROM: 'Inventory <shop@inventory.example>' };
    const shop = await startShop({ DATA_DIR, SEED: 'none', ...mailing }, { passwords: quickPasswords });
    onTestFinished(() => shop.close());
    await signUp(shop.origin, name, email);
    expect(await operate({ DATA_DIR }, 'erase', email)).toMatchObject({ code: 0 });
    const next = await signUp(shop.origin, 'Mina', email);
    const wanted = 'mina@inventory.example';
    expect((await next.post('/identity/email', { email: wanted, password })).status).toBe(202);
    const mailed = () => mail.received.find(({ to }) => to.includes(wanted))?.text ?? '';
    await expect.poll(mailed, { timeout: 60_000 }).toContain('/account/link#');
    const link = /\/account\/link#(\S+)/.exec(mailed())?.[1];
    const used = await next.post('/identity/link', { link }, { headers: { cookie: next.cookie } });
    expect(used).toMatchObject({ status: 200, body: { email: wanted } });
    expect(await operate({ DATA_DIR }, 'erase', email)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'No account has that email.\n',
    });
  },
);

describe('the last admin', () => {
  it('has to stay, as by DELETE /me, until somebody else is one, also while the shop is closed', async () => {
    const { shop, dataDir } = await shopWithSomebody();
    await shop.close();
    const say = (...said: string[]) => operate({ DATA_DIR: dataDir }, ...said);
    expect(await say('erase', demoAdmin.email)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'The last admin has to stay. Please make somebody else an admin first.\n',
    });
    expect(await say('promote', email)).toMatchObject({ code: 0, stderr: '' });
    expect(await say('erase', demoAdmin.email)).toMatchObject({ code: 0, stderr: '' });
    expect(await say('erase', email)).toMatchObject({ code: 1, stderr: expect.stringMatching(/^The last admin/) });
  });
});

describe('a backup from before a person was forgotten', () => {
  it('does not bring them back: they are forgotten again before the shop opens', async () => {
    const { shop, person, bookingId, dataDir } = await shopWithSomebody();
    await shop.close();
    const backup = join(temporaryFolder(), 'events.db');
    cpSync(join(dataDir, 'events.db'), backup);
    const open = () => startShop({ DATA_DIR: dataDir }, { passwords: quickPasswords });
    const second = await open();
    expect((await person.at(second.origin).delete('/me', { body: { password: 'a long enough secret' } })).status).toBe(
      204,
    );
    await second.close();

    // Since then others came and went, whom the backup never knew.
    const others = Array.from({ length: 120 }, (_, n) => ({ uid: `u${n}`, stream: `account-${n}`, position: '9999' }));
    appendFileSync(join(dataDir, 'forgotten.jsonl'), others.map((one) => `${JSON.stringify(one)}\n`).join(''));

    for (const suffix of ['-wal', '-shm']) rmSync(join(dataDir, `events.db${suffix}`), { force: true });
    cpSync(backup, join(dataDir, 'events.db'));
    const restored = await open();
    expect(await seen(restored.origin, bookingId)).toEqual(nobody);
    await restored.close();
    expectNoByte(dataDir);
    // And the log knows it by itself from now on.
    const last = await open();
    expect(await seen(last.origin, bookingId)).toEqual(nobody);
    await last.close();
  });

  it('does not bring back who had another email by then, or was found under another key of emails', async () => {
    const { shop, bookingId, dataDir } = await shopWithSomebody();
    await shop.close();
    const backup = join(temporaryFolder(), 'events.db');
    cpSync(join(dataDir, 'events.db'), backup);
    for (const what of ['add', 'use', 'retire'])
      expect(await operate({ DATA_DIR: dataDir }, 'keys', what, 'emails')).toMatchObject({ code: 0 });
    expect(await operate({ DATA_DIR: dataDir }, 'erase', email)).toMatchObject({ code: 0 });
    for (const suffix of ['-wal', '-shm']) rmSync(join(dataDir, `events.db${suffix}`), { force: true });
    cpSync(backup, join(dataDir, 'events.db'));
    const restored = await startShop({ DATA_DIR: dataDir }, { passwords: quickPasswords });
    expect(await seen(restored.origin, bookingId)).toEqual(nobody);
    await expect(signIn(restored.origin, email, password)).rejects.toThrow();
    await restored.close();
    expectNoByte(dataDir);
  });

  it('does not bring them back as a copy, either', async () => {
    const { shop, person, bookingId, dataDir } = await shopWithSomebody();
    const backup = temporaryFolder();
    await shop.close();
    cpSync(join(dataDir, 'events.db'), join(backup, 'events.db'));
    const second = await startShop({ DATA_DIR: dataDir }, { passwords: quickPasswords });
    await person.at(second.origin).delete('/me', { body: { password: 'a long enough secret' } });
    await second.close();

    const target = temporaryFolder();
    const copied = await operate({ DATA_DIR: dataDir }, 'copy', '--from', backup, '--to', target);
    expect(copied).toMatchObject({ code: 0, stderr: '' });
    expect(copied.stdout).toContain('Left out: 1 key of people who were forgotten.');
    cpSync(join(dataDir, 'identity-keys.json'), join(target, 'identity-keys.json'));
    const moved = await startShop({ DATA_DIR: target }, { passwords: quickPasswords });
    expect(await seen(moved.origin, bookingId)).toEqual(nobody);
    await moved.close();
    expectNoByte(target);
  });
});
