import { type AppendExpectedRevision, type EventStoreDBClient, NO_STREAM } from '@eventstore/db-client';
import { credentialsOf } from './address.ts';
import { deleteStream } from './deletions.ts';
import type { readerOf } from './reads.ts';
import type { Try } from './trouble/patience.ts';
import { isWrongRevision } from './trouble/trouble.ts';

/** What is said of a stream last: by the shop how many are kept, by operators be it who may read it. */
type Said = { readonly revision: bigint; readonly metadata: Readonly<Record<string, unknown>> };

/** The greatest revision there is, as JSON reads it: the server says of a stream that is deleted that all before it is gone. */
const beyondAll = Number(2n ** 63n - 1n);

/** Sees to it that of a stream one event is kept, the last. */
export function keptOneIn(
  client: EventStoreDBClient,
  address: string,
  reader: Pick<ReturnType<typeof readerOf>, 'lastIn'>,
) {
  // With credentials, or it would go over the client's own shared call (see credentialsOf).
  const credentials = credentialsOf(address);

  async function saidOf(name: string): Promise<Said | undefined> {
    const last = await reader.lastIn(`$$${name}`);
    if (!last) return undefined;
    return { revision: last.revision, metadata: last.isJson && typeof last.data === 'object' ? { ...last.data } : {} };
  }

  return {
    /**
     * Says so, unless it is said, or the stream was deleted meanwhile: whatever is said of that
     * one makes it a stream that is there, and of which nothing is shown, so that nobody could begin it anew.
     * @param isNew whether nothing can have been said of it, as far as is known
     */
    async keep(name: string, isNew: boolean, { limit, isOver }: Pick<Try, 'limit' | 'isOver'>): Promise<void> {
      for (let said = isNew ? undefined : await saidOf(name); !isOver(); said = await saidOf(name)) {
        if (said?.metadata.$maxCount === 1 || said?.metadata.$tb === beyondAll) return;
        const expectedRevision: AppendExpectedRevision = said?.revision ?? NO_STREAM;
        try {
          const options = { expectedRevision, credentials, deadline: limit };
          // The address may ask for an answer in the place of an error.
          const metadata = { ...said?.metadata, $maxCount: 1 };
          if ((await client.setStreamMetadata(name, metadata, options)).success) return;
        } catch (error) {
          if (!isWrongRevision(error)) throw error;
        }
      }
    },

    /** Deletes a stream that is there, and of which nothing is shown, with a deadline in milliseconds. @returns false where it is not so */
    async deleteEmpty(name: string, deadline: number): Promise<boolean> {
      const before = (await saidOf(name))?.metadata.$tb;
      if (typeof before !== 'number' || before === beyondAll) return false;
      // Nothing has come to it since.
      return deleteStream(client, name, deadline, BigInt(before) - 1n);
    },
  };
}
