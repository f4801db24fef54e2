import { expect, it } from 'vitest';
import type { PersonForgotten } from '../../../modules/identity/contract.ts';
import { DamagedStream } from '../../../modules/kernel/errors.ts';
import type { StoredEvent } from '../../../modules/kernel/event.ts';
import { stored } from '../../testing/stored.ts';
import { ForgetAgain } from './forget-again.ts';

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
