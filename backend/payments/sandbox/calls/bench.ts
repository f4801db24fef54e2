import type { SandboxStore } from '../keeping/store.ts';
import type { Announce } from '../messages/announce.ts';
import type { Ids } from '../objects/ids.ts';
import type { Caller } from '../requests/keys.ts';

/** What a call works with: when it is, and where it is written. */
export type Bench = {
  now: Date;
  store: SandboxStore;
  ids: Ids;
  announce: Announce;
  /** Milliseconds after which what takes its time has happened. */
  laterAfter: number;
};

/** A bench at which somebody asks. */
export type CallBench = Bench & { caller: Caller };

export type Answer = { status: number; body: object };

/** Seconds since 1970, as everywhere in Stripe's API. */
export const seconds = (time: Date) => Math.floor(time.getTime() / 1000);
