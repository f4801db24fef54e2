import { Asked } from './asked.ts';
import { Faults } from './faults.ts';
import { HOST, serve } from './grpc-server.ts';
import { InMemoryStore } from './in-memory-store.ts';
import { writeForOthers } from './other-applications.ts';
import type { Release } from './subscription.ts';
import { writeStartupEvents, writeStatistics } from './system-events.ts';

export type EventStoreDoubleOptions = {
  /** 0, the default, takes any free port. */
  port?: number;
  /** Position of the first event. Beyond 2^53 it shows who turns positions into numbers. */
  firstPosition?: bigint;
  /** Which server subscriptions are like. */
  like?: Release;
  /** The server's clock, in milliseconds since the Unix epoch. */
  now?: () => number;
  /** Without it the server neither lists BatchAppend nor has it, and the client uses Append. */
  batchAppend?: boolean;
  /** Passwords by user name. Left out, every header is accepted. */
  users?: Readonly<Record<string, string>>;
  /** Key and certificate, in PEM, of a server that speaks TLS only, and lets in nobody who does not say who they are. */
  tls?: { readonly key: string; readonly cert: string };
  /** When a live subscription is dropped whose consumer takes nothing, or cannot take as much as comes at once. */
  slowConsumer?: { ms?: number; events?: number; burst?: number };
};

export type EventStoreDouble = Awaited<ReturnType<typeof startEventStoreDouble>>;

/**
 * Starts a double of EventStoreDB 23.10 in this process: the protocol that `@eventstore/db-client` speaks, over a store
 * in memory. One at a time in a process for whoever uses the client's own BatchAppend: it shares its pending appends among all
 * its connections, so a server that goes away takes the appends to another along.
 *
 * Left out: projections, persistent subscriptions, links and access control lists. It scavenges while it is away.
 * @throws when the port is taken.
 */
export async function startEventStoreDouble(options: EventStoreDoubleOptions = {}) {
  const store = new InMemoryStore(options);
  writeStartupEvents(store);
  const faults = new Faults();
  const node = {
    store,
    faults,
    asked: new Asked(),
    patience: { ms: 500, events: 32, burst: 100, ...options.slowConsumer },
    like: options.like ?? '23.10',
    batchAppend: options.batchAppend ?? true,
    now: options.now ?? Date.now,
    users: options.users,
    tls: options.tls,
  };
  let running: Awaited<ReturnType<typeof serve>> | undefined = await serve(node, options.port ?? 0);
  const { port } = running;

  const goAway = async () => {
    const closing = running;
    running = undefined;
    faults.disconnect();
    // They are in its memory only.
    store.forgetEventIds();
    await closing?.close();
  };
  const comeBack = async () => {
    running ??= await serve(node, port);
  };

  /** @returns what puts everything back to how it is now; to be called while the server is away */
  const backUp = () => {
    const { length } = store.log;
    return () => store.putBack(length);
  };

  return {
    port,
    backUp,
    /** Connects straight to the node. */
    url: `esdb://${HOST}:${port}?tls=false`,
    /** Asks the cluster of one for its leader first. */
    discoverUrl: `esdb+discover://${HOST}:${port}?tls=false`,
    /** What goes wrong from now on. What is said of appends goes for deletions, too. */
    misbehave: {
      /** Ends all subscriptions with the error for a slow consumer. Returns how many there were. */
      dropSubscriptions: () => faults.dropSubscriptions(),
      /** The subscriptions that there are bring nothing any more, and do not end. */
      silenceSubscriptions: () => faults.silenceSubscriptions(),
      /** Appends are written at once and answered so many milliseconds later. */
      delayAppendAnswers: (ms: number) => faults.delayAppendAnswers(ms),
      /** Appends are written and not answered until the returned function is called. */
      holdAppendAnswers: () => faults.holdAppendAnswers(),
      /**
       * Appends are decided on at once, and shown to nobody until the returned function is called, nor answered, but for those that are
       * refused. So it is on a server until what is written is on its disk, and on that of others, which takes its time.
       */
      showLater: () => {
        store.log.hide();
        const answer = faults.holdWritten();
        return () => {
          store.log.show();
          answer();
        };
      },
      /** The next appends are written and never answered. */
      loseAppendAnswers: (count: number) => faults.loseAppendAnswers(count),
      /** The next appends are written and answered with a timeout. */
      timeOutAppends: (count: number) => faults.timeOutAppends(count),
      /** A read that ends brings an event every so many milliseconds. */
      paceReads: (ms: number) => faults.paceReads(ms),
      /** The next read that ends fails UNAVAILABLE after so many events. */
      breakRead: (after: number) => faults.breakRead(after),
      /** The next appends, or all, are told that the server is not ready, and are not written. */
      refuseAppends: (count?: number) => faults.refuseAppends(count),
      /** The next appends are forbidden to their user, and are not written. */
      denyAppends: (count: number) => faults.denyAppends(count),
      /** The next calls, whatever they are for, fail with the code of what a server did not think of. */
      failCalls: (count: number) => faults.failCalls(count),
      /** Ends all BatchAppend calls UNAVAILABLE, with whatever is under way on them. Returns how many there were. */
      breakAppendCalls: () => faults.breakAppendCalls(),
      /** The next append, or so many, fails with this node named as the leader, and is not written. */
      answerNotLeader: (count?: number) => faults.answerNotLeader({ host: HOST, port }, count),
      /** Another node leads: who asks for the leader is told so, and who does not is answered from what this one has. It takes in nothing of the other. */
      follow: ({ port }: { readonly port: number }) => faults.follow({ host: HOST, port }),
      /** A retry with expected revision any is then written twice, as it may be on a server. */
      forgetEventIds: () => store.forgetEventIds(),
      /** Ends all of the above but for what was lost; a server that went away stays away. */
      behave: () => faults.behave(),
      /** Closes the port and every connection. The data stays. */
      goAway,
      /** Goes away, is scavenged, and comes back. */
      scavenge: async () => {
        await goAway();
        store.scavenge();
        await comeBack();
      },
      /** Serves the same data on the same port. */
      comeBack,
    },
    /** How many subscriptions there are. */
    subscriptions: () => faults.subscriptions,
    /** What clients have asked for. */
    asked: node.asked,
    /** How many BatchAppend calls are open. */
    appendCalls: () => faults.appendCalls,
    /** How many answers to appends are being held back. */
    heldAnswers: () => faults.heldAnswers,
    /** Writes so many of the server's own events, which only $all and their own stream show. */
    writeSystemEvents: (count: number) => writeStatistics(store, count),
    /** Writes so many events of other applications. */
    writeForOthers: (count: number) => writeForOthers(store, count),
    /** Goes away and comes back. */
    restart: async () => {
      await goAway();
      await comeBack();
    },
    /** Closes everything. Clients still have to be disposed of. */
    stop: goAway,
  };
}
