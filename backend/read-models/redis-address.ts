export type RedisAddress = {
  readonly tls: boolean;
  /** Several are nodes of one Redis Cluster. */
  readonly hosts: readonly { readonly host: string; readonly port: number }[];
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly db: number;
};

const DEFAULT_PORT = 6379;

/**
 * Reads `redis://[user:password@]host[:port][,host[:port]…][/db]`, or `rediss://` for TLS.
 * @throws Error that says what is wrong without repeating the password.
 */
export function parseRedisAddress(address: string): RedisAddress {
  const parts = /^(rediss?):\/\/(?:([^@/]*)@)?([^@/]+)(?:\/(\d*))?$/.exec(address);
  if (!parts) throw new Error('A Redis address is redis://host:port, or rediss://host:port for TLS.');
  const [, scheme, credentials = '', authority = '', db = ''] = parts;
  const hosts = authority.split(',').map(parseHost);
  if (hosts.length > 1 && Number(db) !== 0) throw new Error('A Redis Cluster has database 0 only.');
  const [username = '', password = ''] = credentials.split(':').map(decodeURIComponent);
  return {
    tls: scheme === 'rediss',
    hosts,
    username: username || undefined,
    password: password || undefined,
    db: Number(db),
  };
}

function parseHost(text: string): { host: string; port: number } {
  const parts = /^(?:\[([\da-fA-F:.]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(text);
  const host = parts?.[1] ?? parts?.[2];
  const port = Number(parts?.[3] ?? DEFAULT_PORT);
  if (host === undefined || port < 1 || port > 65_535) throw new Error(`${text} is not the host and port of a Redis.`);
  return { host, port };
}
