import { randomUUID } from 'node:crypto';
import type { CommandContext } from '../../modules/kernel/commands.ts';
import { Unavailable, WrongExpectedRevision } from '../../modules/kernel/errors.ts';
import type { NewEvent } from '../../modules/kernel/event.ts';
import { type EventStore, start } from '../../modules/kernel/event-store.ts';
import { eventHash, lastSealed, outsideOf, type SealEvent, SealsDoubted } from './last-sealed.ts';
import { isSeal, type LogSealed, sealStream } from './log-sealed.ts';
import type { Outside } from './outside/outside.ts';
import { type Seal, type SealKey, signed } from './seal.ts';
import { LeafListWriter } from './tree/leaf-list.ts';
import { leavesAfter } from './tree/leaves.ts';
import { MerkleTree } from './tree/merkle-tree.ts';
import { type Grown, readEdge, writeEdge } from './tree/tree-edge.ts';
import { happenedSince } from './turns/happened-since.ts';
import { SealTurn } from './turns/seal-turn.ts';

/** Another process seals, or has just done so. */
export class SealsElsewhere extends Unavailable {
  override name = 'SealsElsewhere';
}

/** Seals the log as far as it goes. */
export class Sealer {
  readonly #store: EventStore;
  readonly #key: SealKey;
  readonly #outside: readonly Outside[];
  readonly #now: () => Date;

  constructor(options: { store: EventStore; key: SealKey; outside: readonly Outside[]; now: () => Date }) {
    this.#store = options.store;
    this.#key = options.key;
    this.#outside = options.outside;
    this.#now = options.now;
  }

  /**
   * Whether nothing has happened since the last seal, and that is kept wherever it should be. Only looks, and may be asked as often as one
   * likes: sealing takes the turn first, which is written beside the log.
   */
  async isUpToDate(signal: AbortSignal): Promise<boolean> {
    const grown = await readEdge(this.#store.records);
    const last = await lastSealed(this.#store, grown);
    const newest = last && eventHash(last);
    for (const outside of this.#outside) if ((await outside.last())?.event !== newest) return false;
    return !(await happenedSince(this.#store, { grown, last }, signal));
  }

  /**
   * Seals what has happened since the last seal, and brings outside what is not there yet.
   * @param context who seals, and why
   * @returns the seal; undefined when nothing has happened since the last
   * @throws SealsDoubted when what was sealed before is not there as it was; SealsElsewhere while another process seals;
   * Unavailable when a place outside could not be reached: that gets the seal with the next one.
   */
  async seal(
    context: CommandContext,
    { signal, progressed }: { signal?: AbortSignal; progressed?: (position: bigint) => void } = {},
  ): Promise<Seal | undefined> {
    const turn = await SealTurn.take(this.#store.records, this.#now);
    if (!turn) throw new SealsElsewhere('Another process seals at this moment.');
    try {
      const grown = await readEdge(this.#store.records);
      const last = await lastSealed(this.#store, grown);
      await this.#refuseOthersSeals(last);
      const { tree, position } = await this.#grow(grown, last, async (reached) => {
        progressed?.(reached);
        signal?.throwIfAborted();
        await turn.keep();
      });
      const made = tree.size === (last?.data.size ?? 0) ? undefined : await this.#append(context, last, tree, position);
      const newest = made ?? last;
      if (newest) await writeEdge(this.#store.records, { tree, position, seal: newest.data.number });
      await this.#bringOutside(turn, signal);
      return made?.data;
    } finally {
      await turn.giveBack();
    }
  }

  /** Those outside must be the beginning of those in the log. */
  async #refuseOthersSeals(last: SealEvent | undefined): Promise<void> {
    for (const outside of this.#outside) {
      const kept = await outside.last();
      if (!kept) continue;
      const [counterpart] = await this.#store.readStream(sealStream, { from: BigInt(kept.number), limit: 1 });
      const isSame = counterpart && last && eventHash(counterpart) === kept.event;
      const differs = (from: string) => `Seal ${kept.number} in the log is not what ${from} says.`;
      if (!isSame) throw new SealsDoubted(differs(outside.name), differs('a place outside of it'));
    }
  }

  /** The tree over the whole log: from the edge that is kept, or where that is not to be believed from the first event. */
  async #grow(
    grown: Grown | undefined,
    last: SealEvent | undefined,
    reached: (position: bigint) => Promise<void>,
  ): Promise<Pick<Grown, 'tree' | 'position'>> {
    const sealed = last?.data;
    const isUsable = grown !== undefined && grown.tree.size <= (sealed?.size ?? 0);
    const written = isUsable ? await LeafListWriter.from(this.#store.records, grown.tree.size) : undefined;
    const tree = written && grown ? grown.tree : new MerkleTree();
    let position = written && grown ? grown.position : start;
    const writer = written ?? (await LeafListWriter.from(this.#store.records, 0));
    let isProven = sealed === undefined;
    const prove = () => {
      if (tree.size === sealed?.size) isProven = tree.root().toString('hex') === sealed.root;
    };
    prove();
    for await (const { leaves, damaged, position: seen } of leavesAfter(this.#store, position)) {
      if (damaged[0] !== undefined) throw new SealsDoubted(`The event at position ${damaged[0]} is damaged.`);
      for (const leaf of leaves) {
        tree.add(leaf.hash);
        await writer?.add(leaf);
        position = leaf.position;
        prove();
      }
      await reached(seen);
    }
    if (!isProven && written) return this.#grow(undefined, last, reached);
    if (!isProven) throw new SealsDoubted('What was sealed before is not what it was.');
    await writer?.end();
    return { tree, position };
  }

  async #append(
    { commandId, fingerprint, actor, correlationId, reason }: CommandContext,
    last: SealEvent | undefined,
    tree: MerkleTree,
    position: bigint,
  ): Promise<SealEvent> {
    const time = this.#now().toISOString();
    const number = last ? last.data.number + 1 : 0;
    const root = tree.root().toString('hex');
    const previous = last ? eventHash(last) : null;
    const place = { number, position: `${position}`, size: tree.size, root };
    const seal = signed({ ...place, previous, at: time }, this.#key);
    const meta = { schema: 1, time, actor, command: 'SealLog', commandId, fingerprint, correlationId };
    const event: NewEvent<LogSealed> = {
      id: randomUUID(),
      type: 'LogSealed',
      data: seal,
      meta: { ...meta, ...(reason === undefined ? {} : { reason }) },
    };
    const expected = last ? last.revision : 'none';
    try {
      const appended = await this.#store.append(sealStream, expected, [event]);
      return { ...event, stream: sealStream, ...appended };
    } catch (reason) {
      if (reason instanceof WrongExpectedRevision) throw new SealsElsewhere('Another process has just sealed.');
      throw reason;
    }
  }

  /**
   * Each place gets what it has not got yet, whatever becomes of the others. A place may be slow to answer, and have missed many: between two of
   * them it is asked whether to go on, and the turn is kept, or another process would send the same beside this one.
   */
  async #bringOutside(turn: SealTurn, signal: AbortSignal | undefined): Promise<void> {
    const failures: unknown[] = [];
    for (const outside of this.#outside) {
      try {
        const from = BigInt(((await outside.last())?.number ?? -1) + 1);
        for (const event of await this.#store.readStream(sealStream, { from })) {
          signal?.throwIfAborted();
          await turn.keep().catch(unlessAway);
          if (isSeal(event)) await outside.add(outsideOf(event as SealEvent), signal);
        }
      } catch (reason) {
        signal?.throwIfAborted();
        if (reason instanceof WrongExpectedRevision) throw new SealsElsewhere('Another process has taken the turn.');
        failures.push(reason);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}

/** The turn is good for a while yet, and a place that can be reached gets its seal. */
function unlessAway(reason: unknown): void {
  if (!(reason instanceof Unavailable)) throw reason;
}
