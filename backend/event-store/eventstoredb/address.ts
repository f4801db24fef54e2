import type { Credentials } from '@eventstore/db-client';

/**
 * The user that appends are made as.
 *
 * Given to each append, because the client then makes one call for each (Append). Without, it sends all appends over
 * one shared call (BatchAppend), and in version 6.2.1 that ends the process: when the server goes away, those that
 * wait for room in the call are rejected where nobody can catch it.
 * @param address `esdb://` or `esdb+discover://`, with user and password percent-encoded, as the client reads it.
 * @throws when the server is a secured one and the address names no user.
 */
export function credentialsOf(address: string): Credentials {
  const { username, password } =
    /^esdb(?:\+discover)?:\/\/(?<username>[^:@/]+):(?<password>[^@]+)@/.exec(address.trim())?.groups ?? {};
  if (username && password) {
    return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  }
  // Not sent: the client leaves out credentials where there is no TLS.
  if (/[?&]tls=false(?:&|$)/i.test(address)) return { username: 'nobody', password: 'nothing' };
  throw new Error('The address of a secured EventStoreDB needs a user and a password: esdb://user:password@host:2113');
}
