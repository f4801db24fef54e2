import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { openSqliteEventStore } from '../../event-store/sqlite.ts';
import type { KeptKeys } from '../../start/keys/kept-keys.ts';
import { ApiClient, password, signIn, signUp } from '../../testing/api-client.ts';
import { operate } from '../../testing/operators-desk.ts';
import { startShop } from '../../testing/running-shop.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const file = (dataDir: string) => join(dataDir, 'identity-keys.json');
const keptIn = (dataDir: string): KeptKeys => JSON.parse(readFileSync(file(dataDir), 'utf8'));
const open = (environment: Readonly<Record<string, string>>) => startShop(environment, { passwords: quickPasswords });

/** Everybody is who they were, can be read, and is alone with their address. */
async function areAllThere(origin: string, people: readonly ApiClient[]): Promise<void> {
  for (const { email } of people) {
    const again = await signIn(origin, email);
    expect((await again.get(`/user/${email}`)).body).toMatchObject({ name: 'Mina', email });
    const taken = await new ApiClient(origin).post('/identity/sign-up', { name: 'Eve', email, password });
    expect(taken.status).toBe(409);
  }
}

describe.each(['wrapping', 'emails'] as const)('a key for %s that is replaced beside a running shop', (kind) => {
  it('loses nobody who comes in between, though no node is started again', async () => {
    const DATA_DIR = temporaryFolder();
    const nodes = [await open({ DATA_DIR }), await open({ DATA_DIR })];
    const people: ApiClient[] = [];
    for (const order of ['add', 'use', 'retire']) {
      expect(await operate({ DATA_DIR }, 'keys', order, kind)).toMatchObject({ code: 0, stderr: '' });
      for (const { origin } of nodes) people.push(await signUp(origin, 'Mina'));
      for (const { origin } of nodes) await areAllThere(origin, people);
    }
    for (const node of nodes) await node.close();

    rmSync(join(DATA_DIR, 'read-models.db'));
    const again = await open({ DATA_DIR });
    await areAllThere(again.origin, people);
    await again.close();
    expect(await operate({ DATA_DIR }, 'verify')).toMatchObject({ code: 0 });
    expect(await operate({ DATA_DIR }, 'erase', people[1]?.email ?? '')).toMatchObject({ code: 0 });
  });

  it('loses nobody at a node that has keys of its own, of which nobody heard while they were replaced', async () => {
    const DATA_DIR = temporaryFolder();
    await (await open({ DATA_DIR })).close();
    // As a node that was stopped in the middle of it, or whose setting was forgotten.
    const late = await open({ DATA_DIR, IDENTITY_KEYS: JSON.stringify(keptIn(DATA_DIR)) });
    const people: ApiClient[] = [];
    for (const order of ['add', 'use', 'retire']) {
      await forgetNodes(DATA_DIR);
      expect(await operate({ DATA_DIR }, 'keys', order, kind)).toMatchObject({ code: 0, stderr: '' });
      people.push(await signUp(late.origin, 'Mina'));
    }
    await late.close();

    const again = await open({ DATA_DIR });
    await areAllThere(again.origin, people);
    people.push(await signUp(again.origin, 'Mina'));
    const moved = await operate({ DATA_DIR }, 'keys', 'retire', kind);
    expect(moved).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[1-9]\d* (keys were|accounts are)/) });
    await areAllThere(again.origin, people);
    await again.close();
  });

  it('goes back where it was: what was written with the newer one can be read, and it writes no more', async () => {
    const DATA_DIR = temporaryFolder();
    const shop = await open({ DATA_DIR });
    const before = keptIn(DATA_DIR)[kind][0];
    const people: ApiClient[] = [];
    for (const order of ['add', 'use', 'undo']) {
      expect(await operate({ DATA_DIR }, 'keys', order, kind)).toMatchObject({ code: 0, stderr: '' });
      people.push(await signUp(shop.origin, 'Mina'));
    }
    expect(keptIn(DATA_DIR)[kind][0]).toEqual(before);
    expect(keptIn(DATA_DIR)[kind][1]).toMatchObject({ retired: expect.any(String) });
    await shop.close();
    const again = await open({ DATA_DIR });
    await areAllThere(again.origin, people);
    await again.close();
  });
});

/** Has nobody know of the nodes that run, until they say again that they are there. */
async function forgetNodes(dataDir: string): Promise<void> {
  const store = openSqliteEventStore({ file: join(dataDir, 'events.db') });
  await store.records.delete('nodes');
  await store.close();
}
