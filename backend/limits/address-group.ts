import { isIPv6 } from 'node:net';

/** Some proxies say the port as well, which is another one for each connection: `192.0.2.7:52114`, `[2001:db8::1]:52114`. */
const withPort = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([^\]]+)\])(?::\d+)?$/;

/**
 * Under which name an address is counted. Of IPv6 that is its /64: whoever has one address has all of them (RFC 6177), and
 * a count by the single one would bind nobody.
 */
export function addressGroup(said: string | undefined): string {
  const [, plainOne, inBrackets] = withPort.exec(said ?? '') ?? [];
  const address = plainOne ?? inBrackets ?? said;
  if (address === undefined || !isIPv6(address)) return address ?? '';
  const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (plain !== undefined) return plain;
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::');
  const parts = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':').length : 0;
  const zeros = tail === undefined ? 0 : 8 - parts.length - after;
  const all = [...parts, ...Array<string>(zeros).fill('0'), ...(tail ? tail.split(':') : [])];
  return all
    .slice(0, 4)
    .map((part) => part.replace(/^0+(?=.)/, ''))
    .join(':');
}
