import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

/** Of a message by RFC 1035: what stands before the question, and in the question behind the name. */
const [headLength, typeLength] = [12, 4];
const addressType = 1;
const [answers, knowsNothing] = [0x8180, 0x8183];

/**
 * A name server at this machine (RFC 1035) that knows these names, as of the moment in which it is asked, each with one address of IPv4.
 * Gone after the test.
 * @returns where it listens: address:port
 */
export async function startNameServer(addresses: ReadonlyMap<string, string>): Promise<string> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  onTestFinished(() => void socket.close());
  socket.on('message', (asked, { port, address }) => socket.send(answerTo(asked, addresses), port, address));
  await once(socket, 'listening');
  return `127.0.0.1:${socket.address().port}`;
}

function answerTo(asked: Buffer, addresses: ReadonlyMap<string, string>): Buffer {
  const labels: string[] = [];
  let at = headLength;
  for (let length = asked[at] ?? 0; length > 0; length = asked[at] ?? 0) {
    labels.push(asked.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const address = addresses.get(labels.join('.'));
  const isMeant = address !== undefined && asked.readUInt16BE(at + 1) === addressType;
  const question = asked.subarray(headLength, at + 1 + typeLength);
  const head = Buffer.alloc(headLength);
  asked.copy(head, 0, 0, 2);
  head.writeUInt16BE(address === undefined ? knowsNothing : answers, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(isMeant ? 1 : 0, 6);
  if (!isMeant) return Buffer.concat([head, question]);
  // The name of the question, A, IN, good for no time, four bytes.
  const record = [0xc0, headLength, 0, addressType, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)];
  return Buffer.concat([head, question, Buffer.from(record)]);
}
