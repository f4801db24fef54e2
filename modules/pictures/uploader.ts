import type { Aggregate } from '../kernel/aggregate.ts';
import type { PictureUploaded } from './events.ts';

/** The window of the quota, in milliseconds. */
export const aDay = 24 * 60 * 60_000;

/** When somebody uploaded the pictures of their last day: milliseconds since the Unix epoch. */
export type Uploader = { readonly recent: readonly number[] };

/** A person as one who uploads pictures; its streams are named by the person's uid. */
export const uploader: Aggregate<Uploader, PictureUploaded> = { name: 'uploader', initial: { recent: [] }, evolve };

function evolve({ recent }: Uploader, { data }: PictureUploaded): Uploader {
  const at = Date.parse(data.at);
  return { recent: [...recent.filter((before) => before > at - aDay), at] };
}
