import { crc32 } from 'node:zlib';

/** What stands between the columns of a row: no column has it, since JSON writes it as an escape. */
export const between = '\0';

/**
 * Rows of the log as one run of bytes, put together by SQLite: of each its position, its sum and how many bytes it has, and
 * then its columns in the layout that the sum is over. A thread hands it over without copying, and what nobody wants of it
 * never becomes a string.
 */
export const packedRows = `
  SELECT count(*) AS rows, CAST(group_concat(position || ' ' || checksum || ' ' || octet_length(row) || ' ' || row, '') AS BLOB) AS packed
  FROM (
    SELECT position, checksum, concat_ws(char(0), stream, revision, id, type, data, meta) AS row
    FROM events WHERE position > ? ORDER BY position LIMIT ?
  )`;

/** Where a row stands among the bytes: its columns `data` and `meta` end before the byte that is `between`, and at `end`. */
export type PackedRow = {
  position: number;
  begin: number;
  type: string;
  data: number;
  meta: number;
  end: number;
};

const [nul, space, zero] = [0, 0x20, 0x30];

/**
 * Reads through rows, each of which is checked. The object that it gives is the same one each time.
 * @param damaged makes the error of a row that is not what was once written
 */
export function* unpacked(bytes: Buffer, damaged: (position: number) => Error): Generator<PackedRow> {
  const row: PackedRow = { position: 0, begin: 0, type: '', data: 0, meta: 0, end: 0 };
  let at = 0;
  const number = () => {
    let value = 0;
    for (let byte = bytes[at] ?? space; byte !== space; byte = bytes[++at] ?? space) value = value * 10 + byte - zero;
    at += 1;
    return value;
  };
  while (at < bytes.length) {
    row.position = number();
    const checksum = number();
    const length = number();
    row.begin = at;
    at += length;
    row.end = at;
    if (crc32(bytes.subarray(row.begin, row.end)) !== checksum) throw damaged(row.position);
    // Stream, revision and id are mostly not looked at.
    let type = row.begin;
    for (let columns = 0; columns < 3; type++) if (bytes[type] === nul) columns += 1;
    row.data = bytes.indexOf(nul, type) + 1;
    row.type = bytes.toString('utf8', type, row.data - 1);
    row.meta = bytes.indexOf(nul, row.data) + 1;
    yield row;
  }
}
