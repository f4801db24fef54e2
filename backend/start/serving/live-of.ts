import type { Module } from '../../../modules/kernel/module.ts';
import type { NodeFeed } from '../../feed/node-feed.ts';
import type { Authentication } from '../../http/authentication/authentication.ts';
import { Live } from '../../live/live.ts';
import type { CountedLog } from '../../runtime/logging/counted-log.ts';
import type { Log } from '../../runtime/logging/log.ts';
import type { Tracing } from '../../tracing/tracing.ts';
import type { Config } from '../settings/config.ts';
import { freshCallers } from './fresh-callers.ts';

type Parts = {
  readonly modules: readonly Module[];
  readonly feed: NodeFeed;
  readonly authentication: Authentication;
  readonly tracing: Tracing | undefined;
  readonly now: () => Date;
  readonly log: Log;
  readonly counted: CountedLog;
};

/** What tells browsers of what the feed shows. */
export function liveOf(config: Config, { modules, feed, authentication, tracing, ...parts }: Parts): Live {
  return new Live({
    ...parts,
    notices: modules.flatMap(({ notices }) => notices ?? []),
    authentication: { ...authentication, callerOf: freshCallers(() => feed.whenFresh(), authentication.callerOf) },
    shows: (event, by) => feed.shows(event, by),
    perAddress: config.SOCKETS_PER_ADDRESS,
    perUser: config.SOCKETS_PER_USER,
    told: tracing?.told,
  });
}
