import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type DeclaredCall, declaredCalls } from '../api-tests/declared-calls.ts';
import { type Asked, everyCall } from '../api-tests/every-call.ts';
import { shopUnderTest } from '../api-tests/shop-under-test.ts';
import { strangeIds } from '../api-tests/strange-ids.ts';

/** Requests that are made at the same time, and how often that is done. */
const atOnce = 20;
const rounds = 150;

// Its client holds every answer against the OpenAPI document.
const shop = shopUnderTest();

type Request = {
  readonly who: 'nobody' | 'shopper' | 'other' | 'admin';
  readonly method: string;
  readonly path: string;
  readonly raw?: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** A right request of every call, with the query parameters that it declares. */
type Right = { readonly method: string; readonly asked: Asked; readonly query: readonly string[] };
let rights: readonly Right[] = [];
beforeAll(async () => {
  const declared = new Map((await declaredCalls(shop.origin)).map((each) => [each.call, each.operation]));
  const queryOf = ({ parameters = [] }: DeclaredCall['operation']) =>
    parameters.flatMap((one) => (one.in === 'query' ? [one.name] : []));
  rights = await Promise.all(
    everyCall.map(async ({ call, ask }) => {
      const operation = declared.get(call);
      return { method: call.split(' ')[0] ?? '', asked: await ask(shop), query: operation ? queryOf(operation) : [] };
    }),
  );
});

const odd = fc.oneof(
  fc.constantFrom(...strangeIds, '', '1.5', '1e308', 'NaN', 'true', 'null', '2024-13-45', 'a@b', '\ud800'),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
const oddValue = fc.oneof(
  odd,
  fc.constantFrom(null, true, -1, 0, 1.5, 1e308, 2 ** 53, 1e-7, [], {}, [null], { $ne: null }, 'x'.repeat(3_000)),
  fc.jsonValue({ maxDepth: 2 }),
);
const seldom = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 4 });
const encoded = (text: string) => encodeURIComponent(text.toWellFormed());

/** The body with some fields left out, replaced or added; or something else altogether. */
function bodyNear({ body, raw }: Asked): fc.Arbitrary<string | undefined> {
  if (raw !== undefined) return fc.oneof({ weight: 3, arbitrary: fc.constant(raw) }, odd);
  const fields = body !== null && typeof body === 'object' ? Object.entries(body) : [];
  const near = fc
    .tuple(...fields.map(([, value]) => fc.oneof({ weight: 6, arbitrary: fc.constant<unknown>(value) }, oddValue)))
    .chain((values) =>
      fc.dictionary(fc.constantFrom('__proto__', 'role', 'paid', 'quantity', '_id', 'limit'), oddValue).map((more) =>
        JSON.stringify({
          ...more,
          ...Object.fromEntries(fields.map(([name], at) => [name, values[at]])),
        }),
      ),
    );
  const other = fc.oneof(
    fc.jsonValue().map((value) => JSON.stringify(value)),
    odd,
    fc.constant(undefined),
  );
  return fc.oneof({ weight: 5, arbitrary: near }, { weight: 1, arbitrary: other });
}

/** The path with a part replaced or added, and with parameters that are declared or not. */
function pathNear({ asked: { path }, query }: Right): fc.Arbitrary<string> {
  const [plain = '', search = ''] = path.split('?');
  const parts = plain.split('/');
  const strange = fc.oneof(odd.map(encoded), fc.constantFrom('%', '%E0%A4%A', '%2e%2e', '..', '', '.'));
  const replaced = fc
    .tuple(fc.nat({ max: Math.max(0, parts.length - 2) }), strange)
    .map(([at, part]) => parts.map((each, index) => (index === at + 1 ? part : each)).join('/'));
  const where = fc.oneof(
    { weight: 6, arbitrary: fc.constant(plain) },
    { weight: 2, arbitrary: replaced },
    { weight: 1, arbitrary: strange.map((part) => `${plain}/${part}`) },
    { weight: 1, arbitrary: fc.constantFrom(`${plain}/`, plain.toUpperCase()) },
  );
  const names = fc.constantFrom(...query, 'limit', 'after', 'sort', 'unknown');
  const asks = fc.array(fc.tuple(names, fc.oneof(odd, fc.constantFrom('1', '-name', '1000'))), { maxLength: 3 });
  return fc.tuple(where, seldom(asks)).map(([to, added]) => {
    const all = [...(search ? [search] : []), ...(added ?? []).map(([name, value]) => `${name}=${encoded(value)}`)];
    return all.length === 0 ? to : `${to}?${all.join('&')}`;
  });
}

const printable = fc.string({ unit: 'grapheme-ascii', maxLength: 300 }).map((text) => text.trim());
const oddHeaders = fc.record(
  {
    'idempotency-key': fc.oneof(printable, fc.constantFrom('k1', 'k2', 'k'.repeat(256))),
    'content-type': fc.constantFrom('text/plain', 'application/xml', 'application/json; charset=utf-16', 'x', ''),
    'content-encoding': fc.constantFrom('gzip', 'rot13', 'br', 'identity'),
    accept: fc.constantFrom('text/html', 'application/json', 'image/png', 'x', '*/*;q=0'),
    'accept-encoding': fc.constantFrom('gzip', 'br', '*', 'gzip;q=0, *;q=0', ''),
    'if-none-match': fc.oneof(printable, fc.constantFrom('*', 'W/"x"')),
    cookie: printable,
    authorization: fc.oneof(printable, fc.constantFrom('Bearer', 'Bearer a.b.c', 'Basic eDp5', 'bearer  x')),
    'stripe-signature': fc.oneof(printable, fc.constantFrom('t=1,v1=0', 't=NaN,v1=')),
    'x-forwarded-for': fc.constantFrom('1.2.3.4', 'x', '::1, ::2'),
  },
  { requiredKeys: [] },
);
const methods = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS');
const callers = fc.constantFrom('nobody', 'shopper', 'other', 'admin');

function near(right: Right): fc.Arbitrary<Request> {
  const method = fc.oneof({ weight: 12, arbitrary: fc.constant(right.method) }, methods);
  return fc
    .record({ who: callers, method, path: pathNear(right), raw: bodyNear(right.asked), headers: seldom(oddHeaders) })
    .map(({ headers, ...request }) => ({
      ...request,
      headers: { 'content-type': 'application/json', ...right.asked.headers, ...headers },
    }));
}

const far: fc.Arbitrary<Request> = fc.record({
  who: callers,
  method: methods,
  path: fc
    .array(fc.oneof(odd.map(encoded), fc.constantFrom('tool', 'booking', 'sandbox', 'stripe', 'v1', 'api-docs', '%')))
    .map((parts) => `/${parts.join('/')}`),
  raw: fc.option(odd, { nil: undefined }),
  headers: oddHeaders,
});

/** Signing in and up takes a tenth of a second of a core each; so they are asked for seldom. */
function anyRequest(): fc.Arbitrary<Request> {
  const isDear = ({ asked }: Right) => /^\/identity\/sign-(in|up)/.test(asked.path);
  return fc.oneof(
    { weight: 14, arbitrary: fc.constantFrom(...rights.filter((right) => !isDear(right))).chain(near) },
    { weight: 1, arbitrary: fc.constantFrom(...rights.filter(isDear)).chain(near) },
    { weight: 2, arbitrary: far },
  );
}

const statuses = new Set<number>();

/** @throws Error with the request, when the answer is a fault or not as described. */
async function make(request: Request): Promise<void> {
  const { who, method, path, raw, headers } = request;
  const isRead = method === 'GET' || method === 'HEAD';
  try {
    const { status, text } = await shop[who].call(method, path, { headers, ...(isRead ? {} : { raw }) });
    statuses.add(status);
    if (status >= 500) throw new Error(`${status}: ${text}`);
  } catch (cause) {
    throw new Error(`${JSON.stringify(request).slice(0, 2_000)} was answered so`, { cause });
  }
}

describe('whatever is asked', () => {
  it('is answered as the OpenAPI document says, and never with a fault', async () => {
    const together = fc.array(anyRequest(), { minLength: atOnce, maxLength: atOnce });
    const property = fc.asyncProperty(together, async (requests) => void (await Promise.all(requests.map(make))));
    const { failed, seed, errorInstance } = await fc.check(property, { numRuns: rounds, endOnFailure: true });
    // Not fast-check's own report, which is all the requests that were made beside the one.
    if (failed) throw new Error(`With the seed ${seed}`, { cause: errorInstance });
    // Near enough to the schema to be done, and far enough from it to be refused in every way.
    expect([...statuses]).toEqual(expect.arrayContaining([200, 201, 400, 401, 403, 404, 409, 415]));
  }, 240_000);
});
