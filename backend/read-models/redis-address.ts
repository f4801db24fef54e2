import { Redis, type RedisOptions } from 'ioredis';

type Host = { readonly host: string; readonly port: number };

export type RedisAddress = {
  /** One server, the nodes of a Redis Cluster, or the sentinels that know which server is the master. */
  readonly kind: 'server' | 'cluster' | 'sentinel';
  readonly hosts: readonly Host[];
  /** Of the servers, not of sentinels. */
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly db: number;
  readonly tls: boolean;
  /** The files, in PEM, by which servers and sentinels know who connects. */
  readonly client: { readonly certFile: string; readonly keyFile: string } | undefined;
  /** What the sentinels call the master, and how they are signed in to. */
  readonly sentinel: { readonly name: string; readonly username?: string; readonly password?: string } | undefined;
};

/** An address is none; the message is one line, and repeats no password. */
export class BadRedisAddress extends Error {
  override name = 'BadRedisAddress';
}

/** scheme, kind, credentials, hosts, path, query */
const form = /^(rediss?)(?:\+(cluster|sentinel))?:\/\/(?:([^@/?#]*)@)?([^@/?#]+)(\/[^?#]*)?(?:\?([^#]*))?$/;

const forms = 'redis://host:6379/0, redis+cluster://host:6379 or redis+sentinel://host:26379/name (rediss for TLS)';

/**
 * Reads `redis://[user:password@]host[:port][/db]`; with several hosts, or as `redis+cluster://`, of a Redis Cluster; and
 * `redis+sentinel://[user:password@]host[:port][,host[:port]…]/name[/db][?sentinelUsername=…&sentinelPassword=…]`.
 * `rediss` is for TLS, with `?userCertFile=…&userKeyFile=…` where servers want to see a certificate. Each host is read by ioredis, which knows nothing of several.
 * @throws BadRedisAddress
 */
export function parseRedisAddress(address: string): RedisAddress {
  const [, scheme, named, credentials = '', authority = '', path = '', query = ''] = form.exec(address) ?? [];
  if (!scheme) throw new BadRedisAddress(`must be an address such as ${forms}`);
  const hosts = authority.split(',');
  const kind = named === 'cluster' || named === 'sentinel' ? named : hosts.length > 1 ? 'cluster' : 'server';
  const parts = path.split('/').slice(1);
  const name = kind === 'sentinel' ? nameFrom(parts.shift()) : undefined;
  const db = databaseFrom(parts, kind);
  const tls = scheme === 'rediss';
  const client = clientFrom(new URLSearchParams(query), tls, kind);
  const port = kind === 'sentinel' ? 26_379 : 6_379;
  const read = hosts.map((host) => readByClient(`redis://${credentials}@${host}?${query}`, host, port));
  const { username, password, sentinelUsername, sentinelPassword } = read[0] ?? {};
  return {
    kind,
    hosts: read.map(({ host = '', port = 0 }) => ({ host, port })),
    username: username || undefined,
    password: password || undefined,
    db,
    tls,
    client,
    sentinel: name === undefined ? undefined : { name, username: sentinelUsername, password: sentinelPassword },
  };
}

function nameFrom(part: string | undefined): string {
  if (!part) throw new BadRedisAddress('must say what the sentinels call the master: redis+sentinel://host:26379/name');
  return part;
}

function databaseFrom([db = '', ...more]: readonly string[], kind: RedisAddress['kind']): number {
  if (more.length > 0 || !/^\d*$/.test(db)) throw new BadRedisAddress(`must be an address such as ${forms}`);
  if (kind === 'cluster' && Number(db) !== 0)
    throw new BadRedisAddress('must not name a database: a cluster has one only');
  return Number(db);
}

/** ioredis takes any of its options from an address. An operator who misspells one would never know. */
function clientFrom(query: URLSearchParams, tls: boolean, kind: RedisAddress['kind']): RedisAddress['client'] {
  const known = [
    ...(kind === 'sentinel' ? ['sentinelUsername', 'sentinelPassword'] : []),
    ...(tls ? ['userCertFile', 'userKeyFile'] : []),
  ];
  const other = [...query.keys()].find((name) => !known.includes(name));
  if (other !== undefined) throw new BadRedisAddress(`must not have '${other}' after the question mark`);
  const [certFile, keyFile] = [query.get('userCertFile'), query.get('userKeyFile')];
  if (!certFile !== !keyFile) throw new BadRedisAddress('must name both userCertFile and userKeyFile, or neither');
  return certFile && keyFile ? { certFile, keyFile } : undefined;
}

function readByClient(address: string, host: string, port: number): Partial<RedisOptions> {
  const wrong = new BadRedisAddress(`has '${host}' where the host and port of a Redis must be`);
  if (host === '') throw wrong;
  try {
    const { options } = new Redis(address, { port, lazyConnect: true }); // Which connects to nothing.
    if (options.port) return options;
  } catch {} // What ioredis throws may tell the password.
  throw wrong;
}
