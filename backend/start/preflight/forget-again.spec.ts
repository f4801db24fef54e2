import { expect, it } from 'vitest';
import type { PersonForgotten } from '../../../modules/identity/contract.ts';
import { DamagedStream, Unavailable } from '../../../modules/kernel/errors.ts';
import type { StoredEvent } from '../../../modules/kernel/event.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { stored } from '../../testing/stored.ts';
import { asFarAsReadable } from './as-far-as-readable.ts';
import { ForgetAgain } from './forget-again.ts';

it('an account that cannot be read keeps nobody else from being forgotten again, loses its key, and is looked up again at the next start', async () => {
  const lines = ['u1', 'u2', 'u3'].map((uid) => ({ uid, stream: `account-${uid}`, position: 9n }));
  const keysGone: string[] = [];
  const [closed, kept]: [string[], string[]] = [[], []];
  const damaged = 'account-u1';
  const readable = (stream: string) => {
    if (stream === damaged) throw new DamagedStream(stream, 'It is broken.');
  };
  /** The third had another email by then: nobody can read where. */
  const moved = {
    ...stored({ type: 'AccountMovedIn', data: {} }, { stream: damaged }),
    data: undefined,
    damaged: 'It is.',
  };
  const wired = {
    register: { lines: () => lines },
    store: {
      async readStream(stream: string) {
        readable(stream);
        return stream === 'account-u2' ? [stored({ type: 'AccountOpened', data: { uid: 'u2' } }, { stream })] : [];
      },
      readAll: async () => ({ events: [moved], position: 1n, caughtUp: true }),
      records: { get: async () => undefined, put: async (key: string) => kept.push(key) },
    },
    subjectKeys: { destroy: async (uid: string) => keysGone.push(uid), hadOne: async () => true },
    identity: {
      accounts: {
        async forgetAt(accountId: string, uid: string) {
          readable(`account-${accountId}`);
          closed.push(uid);
          return { stream: `account-${accountId}` };
        },
      },
    },
  };
  const again = new ForgetAgain(wired as never);
  await expect(again.closeAccounts()).rejects.toThrow(`2 failed: DamagedStream: ${damaged}`);
  expect({ closed, keysGone, kept }).toEqual({ closed: ['u2'], keysGone: ['u1', 'u2', 'u3'], kept: [] });
});

it('an account that cannot be read is known to be forgotten where that is said in it', async () => {
  const said: PersonForgotten = { type: 'PersonForgotten', data: { uid: 'u1' } };
  const stream = 'account-u1';
  const kept: string[] = [];
  const wired = {
    register: { lines: () => [{ uid: 'u1', stream, position: 9n }] },
    store: {
      async readStream(_: string, options?: { damaged?: 'told'; whole?: boolean }) {
        if (options?.damaged !== 'told' || options.whole !== false) throw new DamagedStream(stream, 'It is broken.');
        return [{ ...stored(said, { stream }), data: undefined, damaged: 'It is.' }, stored(said, { stream })];
      },
      records: { get: async () => undefined, put: async (key: string) => kept.push(key) },
    },
  };
  await new ForgetAgain(wired as never).closeAccounts();
  expect(kept).toHaveLength(1);
});

it('a shop opens though what is of one stream cannot be done, and not where a store is away', async () => {
  const said: string[] = [];
  const log = openLog('error', { write: (line: string) => void said.push(line) });
  await asFarAsReadable(log, 'left undone', () => Promise.reject(new DamagedStream('account-u1', 'It is broken.')));
  expect(said.join()).toMatch(/account-u1 cannot be read.*left undone/);
  const away = asFarAsReadable(log, 'left undone', () => Promise.reject(new Unavailable('It is away.')));
  await expect(away).rejects.toThrow('It is away.');
});

it('a shop opens on a backup though something of somebody who is forgotten again cannot be read, and the others are', async () => {
  const lines = ['u1', 'u2'].map((uid) => ({ uid, stream: `account-${uid}`, position: 9n }));
  const said = new Map<string, StoredEvent[]>(
    lines.map(({ uid, stream }) => [stream, [stored({ type: 'AccountRegistered', data: { uid } }, { stream })]]),
  );
  const destroyed: string[] = [];
  const destroy = async (uid: string) => {
    destroyed.push(uid);
    return 1n;
  };
  const wired = {
    register: { lines: () => lines },
    store: {
      readStream: async (stream: string) => said.get(stream) ?? [],
      records: { get: async () => undefined, put: async () => 1n },
    },
    subjectKeys: { destroy: async () => 1n },
    identity: {
      accounts: {
        forgetAt: async (accountId: string, uid: string) => {
          const stream = `account-${accountId}`;
          const forgotten: PersonForgotten = { type: 'PersonForgotten', data: { uid } };
          said.get(stream)?.push(stored(forgotten, { stream }));
          return { stream };
        },
      },
    },
    forgetting: {
      register: async () => {},
      destroyKey: destroy,
      holdings: [
        {
          name: 'orders',
          forget: async (uid: string) => {
            if (uid === 'u1') throw new DamagedStream('booking-b1', 'It is broken.');
          },
        },
      ],
    },
  };
  const again = new ForgetAgain(wired as never);
  await again.closeAccounts();
  await again.forgetTheRest();
  expect(destroyed).toEqual(['u2']);
});
