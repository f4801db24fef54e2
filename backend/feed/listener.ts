import type { LogBatch } from '../../modules/kernel/event-store.ts';

/**
 * Hears every batch of the log after the read models of this node show it.
 * @param since when applying it began, in milliseconds since the Unix epoch
 */
export type Listener = (batch: LogBatch, since: number) => void;
