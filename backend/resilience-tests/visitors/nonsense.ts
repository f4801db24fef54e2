const methods = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'CONNECT', 'get', 'BREW', ''];
const paths = [
  '/',
  '/tool',
  '/tool?limit=-1',
  '/%',
  '/%00',
  '//',
  '*',
  '/booking',
  '/tool/../user',
  'http://x/',
  '/\u00ff',
];
const headers = [
  'Host: shop',
  'Host: other',
  'Content-Length: 5',
  'Content-Length: 7',
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: gzip, chunked',
  'Content-Type: application/json',
  'Content-Type: application/json; charset=utf-7',
  'Content-Encoding: gzip',
  'Expect: 100-continue',
  'Expect: the unexpected',
  'Upgrade: websocket',
  'Connection: upgrade',
  'Connection: close',
  'Authorization: Bearer x.y.z',
  'Cookie: =;;=%',
  'Range: bytes=9-1',
  'If-None-Match: W/"',
  `X-Long: ${'x'.repeat(20_000)}`,
  ': no name',
  ' folded',
];

/** Bytes that are no call, nearly one, or several of which one is broken. */
export function nonsense(random: () => number): Buffer {
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const some = <T>(of: readonly T[], most: number) =>
    Array.from({ length: Math.floor(random() * most) }, () => one(of));
  const call = () =>
    [
      `${one(methods)} ${one(paths)} HTTP/1.${one(['0', '1', '2', ''])}`,
      ...some(headers, 6),
      '',
      one(['', '{"a":1', '5\r\n']),
    ].join(one(['\r\n', '\r\n', '\r\n', '\n']));
  const bytes = Buffer.from(Array.from({ length: 1 + Math.floor(random() * 4) }, call).join(''), 'latin1');
  for (let n = Math.floor(random() * 4); n > 0; n--)
    bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
  return random() < 0.2 ? bytes.subarray(0, Math.floor(random() * bytes.length)) : bytes;
}
