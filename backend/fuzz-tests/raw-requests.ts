import fc, { type Arbitrary } from 'fast-check';

/** What goes over one connection, in pieces as they are sent. */
export type RawSent = readonly string[];

const crlf = '\r\n';

const methods = fc.constantFrom(
  'GET',
  'POST',
  'PUT',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'CONNECT',
  'TRACE',
  'get',
  'G T',
  '',
  'X'.repeat(300),
);
const targets = fc.constantFrom(
  ...['/', '/tool', '/tool?limit=1', '/reviews', '/booking', '/identity/sign-in', '/identity/refresh', '/socket.io/'],
  ...[
    '*',
    'shop:443',
    'http://elsewhere.example/tool',
    '//elsewhere.example/',
    '/a b',
    '/\u0001',
    '/%',
    '/\u00ff',
    'tool',
    '',
  ],
  ...[
    `/tool?search=${'x'.repeat(20_000)}`,
    '/../../etc/passwd',
    '/tool#x',
    '/health/live',
    '/sandbox/stripe/v1/refunds',
  ],
);
const versions = fc.constantFrom(
  ...Array<string>(8).fill('HTTP/1.1'),
  'HTTP/1.0',
  'HTTP/0.9',
  'HTTP/2.0',
  'HTTP/9.9',
  'HTCPCP/1.0',
  '',
);

const fields = fc.constantFrom(
  ...[
    'Host: shop',
    'Host: ',
    'Host: a, b',
    'Connection: close',
    'Connection: keep-alive',
    'Connection: upgrade',
    'Keep-Alive: -1',
  ],
  ...['Upgrade: websocket', 'Upgrade: h2c', 'HTTP2-Settings: x', 'Sec-WebSocket-Key: x', 'Sec-WebSocket-Version: 99'],
  ...['Content-Length: 2', 'Content-Length: 0', 'Content-Length: -1', 'Content-Length: +2', 'Content-Length: 2, 2'],
  ...['Content-Length: 99999999999999999999', 'Content-Length: 0x2', 'Content-Length:', 'Content-Length : 2'],
  ...['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked, chunked', 'Transfer-Encoding: identity'],
  ...['Transfer-Encoding: xchunked', 'Transfer-Encoding:\tchunked', ' Transfer-Encoding: chunked', 'TE: trailers'],
  ...['Content-Type: application/json', 'Accept: application/json', 'Accept-Encoding: gzip', 'Trailer: x'],
  ...[
    'Expect: 100-continue',
    'Expect: nothing',
    'Range: bytes=0-',
    'Cookie: a=\u0001',
    'No colon',
    ': no name',
    'Na me: x',
  ],
  ...[' folded', 'X: \u0000', 'X: \u00ff\u00fe', 'Authorization: Bearer \u00ff', `X: ${'x'.repeat(30_000)}`],
  ...[Array(150).fill('X: y').join(crlf), 'X: bare\nY: line', 'X: return\rY: only'],
);

const bodies = fc.constantFrom(
  ...[
    '',
    '{}',
    '{"a":1}',
    'x',
    '0\r\n\r\n',
    '2\r\n{}\r\n0\r\n\r\n',
    '2;x=y\r\n{}\r\n0\r\nX: y\r\n\r\n',
    '-1\r\n{}',
    'zz\r\n',
  ],
  ...[
    'ffffffffffffffffff\r\n{}',
    '2\r\n{}',
    '2\n{}\n0\n\n',
    `2;${'x'.repeat(40_000)}\r\n{}\r\n0\r\n\r\n`,
    '1\r\n{\r\n'.repeat(200),
  ],
  // A request within a request: whoever reads the length otherwise than we do would take it for one of its own.
  'DELETE /tool HTTP/1.1\r\nHost: shop\r\n\r\n',
);

const request: Arbitrary<string> = fc
  .tuple(methods, targets, versions, fc.array(fields, { maxLength: 5 }), bodies, fc.boolean())
  .map(([method, target, version, lines, body, isHosted]) => {
    const hosted = isHosted ? ['Host: shop', ...lines] : lines;
    return `${[`${method} ${target} ${version}`, ...hosted].join(crlf)}${crlf}${crlf}${body}`;
  });

const wellFormed = fc.constantFrom(
  'GET /tool?limit=1 HTTP/1.1\r\nHost: shop\r\nAccept: application/json\r\n\r\n',
  'POST /identity/refresh HTTP/1.1\r\nHost: shop\r\nContent-Length: 0\r\n\r\n',
  'GET /nothing HTTP/1.1\r\nHost: shop\r\n\r\n',
);

const garbage = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  fc.constantFrom(
    '\u0016\u0003\u0001\u0002\u0000\u0001',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\r\n'.repeat(500),
    '\u0000'.repeat(500),
  ),
);

/** One or more requests, one after the other without waiting (pipelining), well-formed or not, whole or cut off. */
export const rawRequests: Arbitrary<RawSent> = fc
  .tuple(
    fc.array(fc.oneof({ weight: 4, arbitrary: request }, { weight: 2, arbitrary: wellFormed }, garbage), {
      minLength: 1,
      maxLength: 6,
    }),
    fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.double({ min: 0, max: 1, noNaN: true })),
    fc.integer({ min: 1, max: 6 }),
  )
  .map(([requests, part, pieces]) => {
    const all = requests.join('');
    return inPieces(all.slice(0, Math.ceil(all.length * part)), pieces);
  });

function inPieces(text: string, count: number): string[] {
  const size = Math.max(1, Math.ceil(text.length / count));
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size));
}
