import type { Aggregate } from '../kernel/aggregate.ts';
import { withOneMore } from '../kernel/time/day-quota.ts';
import type { PictureUploaded } from './events.ts';

/** When somebody uploaded the pictures of their last day: milliseconds since the Unix epoch. */
export type Uploader = { readonly recent: readonly number[] };

/** A person as one who uploads pictures; its streams are named by the person's uid. */
export const uploader: Aggregate<Uploader, PictureUploaded> = { name: 'uploader', initial: { recent: [] }, evolve };

function evolve({ recent }: Uploader, { data }: PictureUploaded): Uploader {
  return { recent: withOneMore(recent, Date.parse(data.at)) };
}
