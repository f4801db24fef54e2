import { generateKeyPairSync, sign } from 'node:crypto';

/** A key and a certificate, in PEM, that nobody trusts who is not told to. */
export type SelfSigned = { readonly key: string; readonly cert: string };

/**
 * A new key and a certificate for a host that it has signed itself, good for an hour before and after now. Written out in DER (ITU-T X.690), as Node can read certificates but make none.
 */
export function selfSignedCertificate(host = 'localhost'): SelfSigned {
  const now = Date.now();
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const hour = 3_600_000;
  const name = sequence(set(sequence(oid(2.5, 4, 3), text('Inventory test'))));
  const toSign = sequence(
    tagged(0, integer(2)), // Version 3.
    integer(1),
    algorithm,
    name,
    sequence(time(now - hour), time(now + hour)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(3, sequence(subjectAltName(host), basicConstraints)),
  );
  const signature = sign('sha256', toSign, privateKey);
  const certificate = sequence(toSign, algorithm, element(0x03, Buffer.concat([Buffer.of(0), signature])));
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  };
}

/** One element: its tag, the length of its content in the definite form, its content. */
function element(tag: number, content: Buffer): Buffer {
  const length = content.length;
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), content]);
  if (length < 0x100) return Buffer.concat([Buffer.of(tag, 0x81, length), content]);
  return Buffer.concat([Buffer.of(tag, 0x82, length >> 8, length & 0xff), content]);
}

const sequence = (...parts: Buffer[]) => element(0x30, Buffer.concat(parts));
const set = (...parts: Buffer[]) => element(0x31, Buffer.concat(parts));
const tagged = (number: number, content: Buffer) => element(0xa0 + number, content);
const integer = (value: number) => element(0x02, Buffer.of(value));
const text = (value: string) => element(0x0c, Buffer.from(value));
const octets = (content: Buffer) => element(0x04, content);
const time = (at: number) =>
  element(0x17, Buffer.from(`${new Date(at).toISOString().replace(/^..|[-:T]|\..*$/g, '')}Z`));

/** Of an object identifier the first two numbers stand together in the first byte, the others in seven bits a byte. */
function oid(root: number, ...rest: number[]): Buffer {
  const [first = 0, second = 0] = String(root).split('.').map(Number);
  const bytes = rest.flatMap((number) => {
    const digits = [number & 0x7f];
    for (let left = number >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80);
    return digits;
  });
  return element(0x06, Buffer.of(40 * first + second, ...bytes));
}

const algorithm = sequence(oid(1.2, 840, 10_045, 4, 3, 2)); // ECDSA with SHA-256.
const subjectAltName = (host: string) => sequence(oid(2.5, 29, 17), octets(sequence(element(0x82, Buffer.from(host)))));
const basicConstraints = sequence(oid(2.5, 29, 19), octets(sequence(element(0x01, Buffer.of(0xff)))));
