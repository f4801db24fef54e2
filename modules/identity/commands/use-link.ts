import type { LinkRequested, LinkUsed } from '../events.ts';
import type { Link } from '../links/link.ts';
import { LinkExpired, LinkNotGood, LinkUsedBefore } from '../links/link-refusals.ts';

export type RequestLink = { type: 'RequestLink' } & LinkRequested['data'];

/** Asks for a link to be mailed. */
export function requestLink({ type: _, ...data }: RequestLink, link: Link): LinkRequested[] {
  return link.status === 'none' ? [{ type: 'LinkRequested', data }] : [];
}

export type UseLink = {
  type: 'UseLink';
  /** What it is wanted for: a link is good for what it was made for, and nothing else. */
  purposes: readonly LinkRequested['data']['purpose'][];
  /** ISO 8601, UTC. */
  at: string;
};

/** Uses a link, which can be done once. */
export function useLink({ purposes, at }: UseLink, link: Link): LinkUsed[] {
  if (link.status === 'none' || !purposes.includes(link.purpose)) throw new LinkNotGood();
  if (link.status === 'used') throw new LinkUsedBefore();
  if (link.expiresAt <= at) throw new LinkExpired();
  return [{ type: 'LinkUsed', data: { uid: link.uid } }];
}
