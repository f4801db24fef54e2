import { z } from 'zod';
import { NotFound, Refusal } from '../../../modules/kernel/errors.ts';
import type { StoredEvent } from '../../../modules/kernel/event.ts';
import { type EventStore, start } from '../../../modules/kernel/event-store.ts';
import { writtenSeal } from '../log-sealed.ts';
import { isSigned, type Seal } from '../seal.ts';
import { hashOf, type SealedEvent, sealedEventOf } from './leaf.ts';
import { leavesAfter } from './leaves.ts';
import { MerkleTree, rootBy } from './merkle-tree.ts';

const proof = z.strictObject({
  kind: z.literal('inclusion proof'),
  /** The stream that the events are of. */
  stream: z.string(),
  events: z
    .array(
      z.strictObject({
        event: z.strictObject({
          id: z.string(),
          stream: z.string(),
          revision: z.string().regex(/^(0|[1-9]\d{0,15})$/),
          type: z.string(),
          data: z.unknown(),
          meta: z.unknown(),
        }),
        /** Which leaf of the tree it is, from 0. */
        index: z.int().nonnegative(),
        /** The hashes beside its way to the root, from the leaf on; hex. */
        path: z.array(z.string().regex(/^[\da-f]{64}$/)),
      }),
    )
    .min(1),
  /** Ids of events of the stream that came after the seal, and are not proved. */
  notSealed: z.array(z.string()),
  seal: writtenSeal,
});

/** Shows to whoever has the seal's root that events were in the log when it was made, without the rest of the log. */
export type InclusionProof = z.infer<typeof proof>;

/**
 * Proves the events of a stream by a seal. Reads the log once, and holds what it finds against the seal.
 * @throws NotFound when there is no such stream; Refusal when none of it is sealed, or the log is not what the seal says.
 */
export async function inclusionProof(
  store: EventStore,
  stream: string,
  seal: Seal,
  { signal, progressed }: { signal?: AbortSignal; progressed?: (leaves: number) => void } = {},
): Promise<InclusionProof> {
  const wanted = new Map((await store.readStream(stream)).map((event) => [event.position, event]));
  if (wanted.size === 0) throw new NotFound(`There is no event in ${stream}.`);
  const tree = new MerkleTree();
  const found: { event: StoredEvent; index: number }[] = [];
  for await (const { leaves } of leavesAfter(store, start, { signal })) {
    for (const { hash, position } of leaves) {
      if (tree.size === seal.size) break;
      const event = wanted.get(position);
      if (event) found.push({ event, index: tree.size });
      tree.add(hash, event !== undefined);
    }
    progressed?.(tree.size);
    if (tree.size === seal.size) break;
  }
  if (tree.root().toString('hex') !== seal.root) {
    throw new Refusal('The log is not what was sealed. Run: npm run operator -- audit verify');
  }
  if (found.length === 0) throw new Refusal(`${stream} is not sealed yet. Run: npm run operator -- audit seal`);
  const sealed = new Set(found.map(({ event }) => event.id));
  return checkedProof({
    kind: 'inclusion proof',
    stream,
    events: found.map(({ event, index }) => ({
      event: sealedEventOf(event),
      index,
      path: tree.pathOf(index).map((hash) => hash.toString('hex')),
    })),
    notSealed: [...wanted.values()].map(({ id }) => id).filter((id) => !sealed.has(id)),
    seal,
  });
}

/**
 * Checks a proof by itself: needs no shop, no log and no network. The events must be those of the stream from its first on, each
 * once and in their order. That there were no more when it was sealed no such proof can show: one without its last events holds, too.
 * @returns the proof
 * @throws Refusal that says what does not hold
 */
export function checkedProof(written: unknown): InclusionProof {
  const read = proof.safeParse(written);
  if (!read.success) throw new Refusal('This is no proof of inclusion.');
  const { events, seal, stream } = read.data;
  if (!isSigned(seal)) throw new Refusal('The seal is not signed by the key that it names.');
  let before = -1;
  for (const [number, { event, index, path }] of events.entries()) {
    if (Number(event.revision) > number) throw new Refusal(`Number ${number} of ${stream} is missing in it.`);
    if (Number(event.revision) < number || index <= before) {
      throw new Refusal(`Event ${event.id} is in it more than once, or not in its order.`);
    }
    before = index;
    const beside = path.map((hex) => Buffer.from(hex, 'hex'));
    const root = rootBy(hashOf(event as SealedEvent), index, seal.size, beside)?.toString('hex');
    if (root !== seal.root || event.stream !== stream) {
      throw new Refusal(`Event ${event.id} is not what was sealed.`);
    }
  }
  return read.data;
}
