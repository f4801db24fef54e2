/** What a process did to a file or a folder, as disk-trace.c records it. `ends`: where the record ends, in bytes. */
export type TraceRecord = { readonly ends: number } & (
  | { readonly kind: 'created' | 'linked' | 'made'; readonly inode: bigint; readonly path: string }
  | { readonly kind: 'written'; readonly inode: bigint; readonly offset: number; readonly bytes: Buffer }
  | { readonly kind: 'truncated'; readonly inode: bigint; readonly size: number }
  | { readonly kind: 'syncing' | 'synced'; readonly inode: bigint; readonly number: bigint }
  | { readonly kind: 'renamed'; readonly from: string; readonly to: string }
  | { readonly kind: 'unlinked'; readonly path: string }
);

/** As in disk-trace.c. */
const kinds = ['', 'created', 'written', 'truncated', 'syncing', 'synced', 'linked', 'renamed', 'unlinked', 'made'];
const headLength = 24;

/** The records of a trace, in their order; one that is not whole, because its process was killed, is left out. */
export function* recordsOf(trace: Buffer): Generator<TraceRecord> {
  for (let at = 0; at + headLength <= trace.length; ) {
    const ends = at + headLength + trace.readUInt32LE(at + 4);
    if (ends > trace.length) return;
    const kind = kinds[trace.readUInt32LE(at)] ?? '';
    const inode = trace.readBigUInt64LE(at + 8);
    const number = trace.readBigUInt64LE(at + 16);
    const bytes = trace.subarray(at + headLength, ends);
    const [path = '', to = ''] = kind === 'written' ? [] : bytes.toString().split('\0');
    at = ends;
    switch (kind) {
      case 'created':
      case 'linked':
      case 'made':
        yield { kind, ends, inode, path };
        break;
      case 'written':
        yield { kind, ends, inode, offset: Number(number), bytes };
        break;
      case 'truncated':
        yield { kind, ends, inode, size: Number(number) };
        break;
      case 'syncing':
      case 'synced':
        yield { kind, ends, inode, number };
        break;
      case 'renamed':
        yield { kind, ends, from: path, to };
        break;
      case 'unlinked':
        yield { kind, ends, path };
        break;
      default:
        throw new Error(`A record of the trace cannot be read at ${at}.`);
    }
  }
}
