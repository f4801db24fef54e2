import { crc32 } from 'node:zlib';

/** Bytes that are not what was once written. */
export class DamagedBytes extends Error {
  override name = 'DamagedBytes';
}

/** Bytes and behind them their CRC-32: SQLite itself has no checksums, and would hand out flipped bits as data. */
export function withChecksum(bytes: Uint8Array): Buffer {
  const checked = Buffer.alloc(bytes.length + 4);
  checked.set(bytes);
  checked.writeUInt32LE(crc32(bytes), bytes.length);
  return checked;
}

/** @throws DamagedBytes when they are not what they were. */
export function checked(value: unknown): Buffer {
  if (!(value instanceof Uint8Array) || value.length < 4) throw new DamagedBytes('There are no bytes.');
  const all = Buffer.from(value.buffer, value.byteOffset, value.length);
  const bytes = all.subarray(0, -4);
  if (crc32(bytes) !== all.readUInt32LE(bytes.length)) throw new DamagedBytes('A checksum does not fit.');
  return bytes;
}
