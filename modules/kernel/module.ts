import type { Follower } from './follower.ts';
import type { Gauge } from './gauge.ts';
import type { ModuleHistory } from './history.ts';
import type { Mails } from './mails.ts';
import type { Notices } from './notices.ts';
import type { Projection } from './projection.ts';
import type { Reactor, Timer } from './reactor.ts';
import type { Route } from './route.ts';

/** What a module brings to the house. start/ wires it; nobody else imports it. */
export type Module = {
  readonly name: string;
  readonly routes: readonly Route[];
  readonly projections: readonly Projection[];
  readonly reactors: readonly Reactor[];
  readonly timers: readonly Timer[];
  /** What it keeps in each node's memory beside the read models; left out when nothing. */
  readonly followers?: readonly Follower[];
  /** What it tells browsers; left out when nothing. */
  readonly notices?: Notices;
  /** What operators watch of it; left out when nothing. */
  readonly gauges?: readonly Gauge[];
  /** What it writes to people; left out when nothing. */
  readonly mails?: readonly Mails[];
  /** How its events are told to whoever reads the history; left out when it stores none. */
  readonly history?: readonly ModuleHistory[];
};
