import { readFileSync } from 'node:fs';
import { type ConnectionOptions, createSecureContext } from 'node:tls';
import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { backOff } from '../runtime/retries/back-off.ts';
import { BadRedisAddress, parseRedisAddress, type RedisAddress } from './redis-address.ts';
import { isAboutDatabase } from './redis-fault.ts';

/** A connection on which an answer has been outstanding for so long is given up and made anew, in ms. */
export const SILENCE = 5_000;

/** Back-off of attempts to connect, in ms. */
const wait = (attempt: number) => backOff(attempt, { first: 100, most: 1_000 });

/**
 * Whether it is an answer for which the connection is made anew: after a failover the name may lead to the new master. Of a script
 * Redis 6.2 says it in the middle of a sentence, after a hyphen.
 */
export function isGivenUpFor({ message }: Error): boolean {
  return /(^|-)READONLY\b/.test(message);
}

/**
 * The client of ioredis for an address: of one server, of a Redis Cluster, or of the master that sentinels name. It
 * connects, and connects again, by itself.
 * @throws BadRedisAddress
 */
export function redisClient(address: string): Redis | Cluster {
  const { kind, hosts, username, password, db, tls, client: shown, sentinel } = parseRedisAddress(address);
  const options: RedisOptions = {
    username,
    password,
    tls: tls ? certificateOf(shown) : undefined,
    connectTimeout: 1_000,
    socketTimeout: SILENCE,
    maxLoadingRetryTime: 1_000,
    // What was on its way when a connection broke is not sent again: the caller decides on what it then finds.
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    // CLIENT SETINFO, which no call needs, would be a right more that a user has to have: where it is refused, ACL LOG fills with it.
    disableClientInfo: true,
  };
  if (kind === 'cluster') {
    return new Cluster([...hosts], {
      redisOptions: options,
      clusterRetryStrategy: wait,
      retryDelayOnFailover: 0,
      // Four redirections, with 100 ms between them where a cluster says it is down, stay well under a second.
      maxRedirections: 4,
      slotsRefreshInterval: 5_000,
      // Certificates are for names, so that the names must not be resolved before.
      dnsLookup: tls ? (name, callback) => callback(null, name) : undefined,
    });
  }
  const client = new Redis({
    ...options,
    ...(sentinel
      ? {
          sentinels: [...hosts],
          name: sentinel.name,
          // Asked of the server itself: a sentinel that has been cut off names the master of before.
          role: 'master',
          sentinelUsername: sentinel.username,
          sentinelPassword: sentinel.password,
          sentinelTLS: options.tls,
          enableTLSForSentinelMode: tls,
          sentinelCommandTimeout: 1_000,
          sentinelRetryStrategy: wait,
        }
      : hosts[0]),
    db,
    enableOfflineQueue: false,
    retryStrategy: wait,
    reconnectOnError: isGivenUpFor,
  });
  // ioredis says so and no more, and would go on in database 0, where another shop may have its own.
  client.on('error', (error) => {
    if (isAboutDatabase(error)) client.disconnect(true);
  });
  return client;
}

/** The certificate that servers are shown. */
function certificateOf(files: RedisAddress['client']): ConnectionOptions {
  if (!files) return {};
  try {
    const shown = { cert: readFileSync(files.certFile), key: readFileSync(files.keyFile) };
    createSecureContext(shown);
    return shown;
  } catch (reason) {
    const because = reason instanceof Error ? reason.message : String(reason);
    throw new BadRedisAddress(`names a certificate by userCertFile and userKeyFile that cannot be used: ${because}`);
  }
}
