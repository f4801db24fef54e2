import { type Credentials, EventStoreDBClient } from '@eventstore/db-client';
import { endsNoProcess } from './trouble/ends-no-process.ts';
import { leaderAlone } from './trouble/leader-alone.ts';

/** An address is none; the message is one line, and repeats no password. */
export class BadEventStoreAddress extends Error {
  override name = 'BadEventStoreAddress';
}

/** What the client knows behind the question mark, as it compares it: whether letters are small makes no difference, nor do - and _. */
const known = new Set(
  [
    'connectionName defaultDeadline discoveryInterval gossipTimeout keepAliveInterval keepAliveTimeout',
    'maxDiscoverAttempts nodePreference throwOnAppendFailure tls tlsCAFile tlsVerifyCert userCertFile userKeyFile',
  ].flatMap((names) => names.split(' ').map(compared)),
);

function compared(name: string): string {
  return name.trim().toLowerCase().replaceAll(/[_-]/g, '');
}

/**
 * A client for the servers that an address names. It connects to nothing yet.
 * @throws BadEventStoreAddress also for what the client takes and nobody ever answers at, a port that cannot be; and for other nodes
 * than the leader, which may be behind: to a shop that is as if the log had been put back.
 */
export function clientAt(address: string): EventStoreDBClient {
  const { hosts, isDiscovered } = partsOf(address);
  for (const host of hosts) {
    if (host.includes('@')) throw new BadEventStoreAddress(notEncoded);
    const [, port = '2113'] = host.split(':');
    if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535) {
      throw new BadEventStoreAddress('must name a port from 1 to 65535, or none for 2113');
    }
  }
  // Of several that are to be discovered the client asks the first alone, and never the others where it is away (6.2.1).
  const heeded = withoutUnheeded(isDiscovered && hosts.length > 1 ? address.replace('+discover', '') : address);
  try {
    credentialsOf(address);
    return endsNoProcess(leaderAlone(withPatience(heeded)));
  } catch (reason) {
    if (reason instanceof BadEventStoreAddress) throw reason;
    throw new BadEventStoreAddress(`is wrong: ${withoutAddress(reason)}`);
  }
}

/**
 * Keep-alive, in milliseconds: how often the server is pinged while something is asked of it, and how long it may take to answer that.
 * With the client's own, ten seconds each, nothing could be written for twenty where a connection was lost without a word: the leader's
 * machine has no power, or something in between has forgotten the connection.
 *
 * And how many seconds a node may take to say which one leads. The node that was lost is nearly every other time the first that is asked
 * (6.2.1 sorts it to the end with a comparison that does not): with the client's own five that was as long again.
 */
const patience = { keepAliveInterval: 2_000, keepAliveTimeout: 3_000, gossipTimeout: 2 };

/** By -1 the client means that a ping is never sent, or may take for ever to be answered, and sets a timer that has run out at once (6.2.1). */
const endless = /([?&]\s*keep[_-]?alive[_-]?(?:interval|timeout)\s*=)\s*-\d+/gi;

function withPatience(address: string): EventStoreDBClient {
  const [before = address] = beforeSettings.exec(address) ?? [];
  const settings = address
    .slice(before.length)
    .trimEnd()
    .replace(endless, (_, name) => `${name}${2 ** 31 - 1}`);
  const said = new Set([...settings.matchAll(/[?&](?<name>[^=&?]+)=/g)].map(([, name = '']) => compared(name)));
  const unsaid = Object.entries(patience).filter(([name]) => !said.has(compared(name)));
  const added = unsaid.map(([name, value]) => `${name}=${value}`).join('&');
  // What ends so is wrong, which the client says.
  if (added === '' || /[?&]$/.test(settings)) return EventStoreDBClient.connectionString(before + settings);
  const { warn } = console;
  // It also says of each client that this is less than it recommends, in a line that is none of the log's.
  console.warn = (line: string) =>
    void (line.includes(`KeepAliveInterval of ${patience.keepAliveInterval}`) || warn(line));
  try {
    return EventStoreDBClient.connectionString(before.trimEnd() + settings + (settings === '' ? '?' : '&') + added);
  } finally {
    console.warn = warn;
  }
}

const notEncoded =
  'must have what is special in a user and a password as in addresses: %40 for an at sign, %3A for a colon, %2F for a slash';

/** An address, cut where the client cuts it. What it says behind the question mark is known by names as they are compared. */
export function partsOf(address: string) {
  const [before = ''] = beforeSettings.exec(address) ?? [];
  const {
    discover,
    user,
    password,
    hosts = '',
  } = /^\s*esdb(?<discover>\+discover)?:\/\/(?:(?<user>[^:]+):(?<password>[^@]+)@)?(?<hosts>[^/?]*)/.exec(before)
    ?.groups ?? {};
  const settings = address.slice(before.length).matchAll(/[?&](?<name>[^=&?]+)=(?<value>[^&?]*)/g);
  return {
    isDiscovered: discover !== undefined,
    user,
    password,
    hosts: hosts.trim().split(','),
    settings: new Map([...settings].map(([, name = '', value = '']) => [compared(name), value.trim()])),
  };
}

/** All up to the question mark, where the client sees it: what is in a password says nothing of settings, and is not to be repeated. */
const beforeSettings = /^\s*esdb(?:\+discover)?:\/\/(?:[^:]+:[^@]+@)?[^?]*/;
const notVerified = /(?<=[?&])\s*tls[_-]?verify[_-]?cert\s*=\s*false\s*(?:&|$)/gi;

/**
 * What the client does not heed it would say itself, with the whole address. That no certificate is looked at is left out where
 * there is none.
 * @throws BadEventStoreAddress for all else that it does not heed, and for what a shop must not have
 */
function withoutUnheeded(address: string): string {
  const [before = address] = beforeSettings.exec(address) ?? [];
  const said = address.slice(before.length);
  const settings = /[?&]\s*tls\s*=\s*false\s*(?:&|$)/i.test(said)
    ? said.replaceAll(notVerified, '').replace(/&$/, '')
    : said;
  for (const [, name = '', value = ''] of settings.matchAll(/[?&](?<name>[^=&?]+)=(?<value>[^&?]*)/g)) {
    refuseUnheeded(name, value.trim());
  }
  return before + settings;
}

function refuseUnheeded(name: string, value: string): void {
  const asCompared = compared(name);
  // That one the client takes only as it is written.
  if (!known.has(asCompared) && name !== 'dnsDiscover') {
    throw new BadEventStoreAddress(`must not have '${name.trim()}' after the question mark`);
  }
  if (asCompared === 'tlsverifycert' && value === 'false') {
    throw new BadEventStoreAddress(
      'must not have tlsVerifyCert=false, which is not heeded: an authority of your own is named by tlsCAFile',
    );
  }
  if (asCompared === 'nodepreference' && value.toLowerCase() !== 'leader') {
    throw new BadEventStoreAddress(
      'must prefer the leader, whatever nodePreference says: other nodes may be behind it',
    );
  }
}

/** The client quotes the address where it stumbles, which may be in the password. */
function withoutAddress(reason: unknown): string {
  const message = reason instanceof Error ? reason.message : 'it cannot be read';
  return message.replace(/^Unexpected .* at position/s, 'something unexpected at position').replace(/\s+/g, ' ');
}

/**
 * The user that appends are made as.
 *
 * Given to each append of the client's own, because it then makes one call for each (Append). Without, it sends all
 * appends over one shared call (BatchAppend), and in version 6.2.1 that ends the process: when the server goes away,
 * those that wait for room in the call are rejected where nobody can catch it. The shop has a call of its own for that.
 * @param address `esdb://` or `esdb+discover://`, with user and password percent-encoded, as the client reads it.
 * @throws BadEventStoreAddress when the server is a secured one and the address names no user.
 */
export function credentialsOf(address: string): Credentials {
  const { user, password, settings } = partsOf(address);
  const isOpen = settings.get('tls') === 'false';
  if (user && password) {
    // Of a password with a colon the client takes what is before it.
    if (password.includes(':') && !isOpen) throw new BadEventStoreAddress(notEncoded);
    return { username: decodeURIComponent(user), password: decodeURIComponent(password) };
  }
  // Not sent: the client leaves out credentials where there is no TLS.
  if (isOpen) return { username: 'nobody', password: 'nothing' };
  throw new BadEventStoreAddress('needs a user and a password where there is TLS: esdb://user:password@host:2113');
}
