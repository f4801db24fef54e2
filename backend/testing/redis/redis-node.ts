/** One Redis server that tests start, with a folder for its data and a port that stays the same. */
export type RedisNode = {
  /** Of its process; undefined while it does not run, and when it runs in a container. */
  readonly pid: () => number | undefined;
  /** Resolves once it takes connections. */
  readonly start: () => Promise<void>;
  /** Ends it as an operator would. */
  readonly stop: () => Promise<void>;
  /** Ends it as a power cut would. */
  readonly kill: () => Promise<void>;
};

export type RedisNodeOptions = {
  readonly port: number;
  readonly folder: string;
  /** Options of redis-server: https://redis.io/docs/latest/operate/oss_and_stack/management/config/ */
  readonly flags: readonly string[];
  /** It is a sentinel, with this configuration file, which it also writes to. */
  readonly sentinel?: string;
};

/** How a server says that it is up. */
export const READY = /Ready to accept connections|Sentinel ID is/;

/** All options of a node, as arguments. Memory only, unless the flags say otherwise. */
export function argumentsOf({ port, folder, flags, sentinel }: RedisNodeOptions): string[] {
  if (sentinel) return [sentinel, '--sentinel', '--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
  return ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', ...flags];
}
