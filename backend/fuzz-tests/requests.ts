import fc, { type Arbitrary } from 'fast-check';
import type { DescribedCall, Parameter, Schema } from './described-calls.ts';
import { far, nastyTexts, near } from './near-and-far.ts';

/** Who asks, and with what in the place of a token. */
export type Who =
  | { readonly as: 'shopper' | 'other' | 'admin'; readonly proof: 'token' | 'idToken' }
  | { readonly as: 'nobody'; readonly authorization?: string };

/** A request that somebody might send. What stands in double braces is put in as it is sent. */
export type Sent = {
  readonly method: string;
  /** As it stands in the request line. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly who: Who;
};

const people = fc.constantFrom('shopper' as const, 'other' as const, 'admin' as const);
const headersOfNobody = fc.constantFrom(
  undefined,
  '',
  'Bearer',
  'Bearer  ',
  'Basic eDp5',
  'Bearer a.b.c',
  `Bearer ${'x'.repeat(9_000)}`,
);

/** Somebody with the kind of token that a call takes; or somebody with the other kind, or with none. */
function callersOf({ proof }: DescribedCall) {
  const [right, wrong] = proof === 'idToken' ? (['idToken', 'token'] as const) : (['token', 'idToken'] as const);
  const somebody: Arbitrary<Who> = fc.record({ as: people, proof: fc.constant(right) });
  const whoever: Arbitrary<Who> = fc.oneof(
    { weight: 6, arbitrary: somebody },
    fc.record({ as: people, proof: fc.constant(wrong) }),
    fc.record({ as: fc.constant('nobody' as const), authorization: headersOfNobody }),
  );
  return { somebody, whoever };
}

/** What can stand in a header's value: the rest is the parser's to refuse, and sent over a raw connection. */
const headerText = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.constantFrom('*', '""', 'W/"x"', 'null', ';', ',,', 'q=0', '\u00ff\u00fe', 'x'.repeat(300)),
);

/** The shop's own ones, with values that nearly look like it made them: as long, and of characters that take two bytes. */
const cookies = fc
  .tuple(
    fc.constantFrom('session', 'known', 'pending', 'google', 'link'),
    fc.constantFrom('', 'x.', 'x.e7k.mark.'),
    fc.oneof(
      fc.constantFrom('x', '%C3%BC', '\u00fc').map((one) => one.repeat(43)),
      headerText,
    ),
  )
  .map(([name, before, end]) => `inventory_${name}=${before}${end}`);

const headers = fc.record(
  {
    'idempotency-key': fc.oneof(fc.constantFrom('the same', 'the same again'), headerText),
    'content-type': fc.oneof(
      fc.constantFrom('application/json', 'application/json; charset=utf-16', 'text/plain', 'multipart/form-data'),
      headerText,
    ),
    'content-encoding': fc.constantFrom('gzip', 'br', 'identity', 'rot13', 'gzip, gzip'),
    accept: fc.oneof(fc.constantFrom('application/json', 'text/html', '*/*;q=0', 'image/png'), headerText),
    'accept-encoding': fc.oneof(fc.constantFrom('gzip', 'br;q=1, *;q=0', 'identity;q=0'), headerText),
    'accept-language': headerText,
    cookie: fc.oneof(cookies, fc.constantFrom('inventory_session=%', 'a=b; ;=;'), headerText),
    origin: fc.constantFrom('https://elsewhere.example', 'null', '', 'x'),
    'sec-fetch-site': fc.constantFrom('same-origin', 'cross-site', ''),
    'if-none-match': headerText,
    'if-modified-since': headerText,
    range: fc.constantFrom('bytes=0-0', 'bytes=9-1', 'x'),
    'x-forwarded-for': fc.oneof(fc.constantFrom('1.2.3.4', '::1', 'x, y'), headerText),
    'x-forwarded-host': headerText,
    'x-http-method-override': fc.constantFrom('DELETE', 'TRACE'),
    'stripe-signature': fc.oneof(fc.constantFrom('t=1,v1=x', 't=,v1=', 't=1'), headerText),
    'user-agent': headerText,
  },
  { requiredKeys: [] },
);

const segment = fc.oneof(
  fc.constantFrom(...nastyTexts.filter((text) => text.isWellFormed()).map(encodeURIComponent)),
  fc.webSegment({ size: 'small' }),
  fc.constantFrom('%', '%ff', '%00', '.', '..', '%2e%2e', '%2F', ';x=1', '*'),
);

const queryText = fc.oneof(
  fc.webQueryParameters(),
  fc.constantFrom(
    'limit=1&limit=2',
    'limit[]=1',
    'limit[gt]=1',
    '__proto__=x',
    '%',
    '=',
    '&&',
    `after=${'x'.repeat(2_000)}`,
  ),
);

/** Requests for a call: half of them as its description has it, the others as if nobody had read all of that. */
export function requestsFor(call: DescribedCall, schemas: Readonly<Record<string, Schema>>): Arbitrary<Sent> {
  const { method } = call;
  const { somebody, whoever } = callersOf(call);
  const usual = fc.record({
    method: fc.constant(method),
    path: addressesOf(call, schemas, { isOdd: false }),
    headers: fc.constant({ 'content-type': 'application/json' }),
    body: usualBody(call, schemas).map(json),
    who: somebody,
  });
  const odd = fc.record({
    method: fc.oneof({ weight: 30, arbitrary: fc.constant(method) }, anyMethod),
    path: addressesOf(call, schemas, { isOdd: true }),
    headers,
    body: oddBody(call, schemas),
    who: whoever,
  });
  return fc.oneof(usual, odd);
}

const anyMethod = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND');

/** What a path and a query are made of; odd ones have things in it that nobody described. */
function addressesOf(
  { path, parameters }: DescribedCall,
  schemas: Readonly<Record<string, Schema>>,
  { isOdd }: { isOdd: boolean },
): Arbitrary<string> {
  const kind = path.split('/')[1] ?? '';
  const valuesFor = ({ name, schema }: Parameter) => near(schema, schemas, name === 'id' ? `${kind}Id` : name);
  const mostly = (arbitrary: Arbitrary<string>, others: Arbitrary<string>) =>
    isOdd ? fc.oneof({ weight: 4, arbitrary }, { weight: 1, arbitrary: others }) : arbitrary;
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const segments = fc.tuple(...inPath.map((one) => mostly(valuesFor(one).map(encoded), segment)));
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const values = inQuery.map((one) => [one.name, mostly(valuesFor(one).map(encoded), far.map(encoded))] as const);
  const query = mostly(fc.record(Object.fromEntries(values), { requiredKeys: [] }).map(queryOf), queryText);
  return fc.tuple(segments, query).map(([parts, search]) => {
    const left = [...parts];
    return path.replaceAll(/\{\w+\}/g, () => left.shift() ?? '') + (search && `?${search}`);
  });
}

const queryOf = (query: Readonly<Record<string, string | undefined>>) =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

/** What stands for something that is known stays as it is. */
function encoded(value: unknown): string {
  const text = typeof value === 'string' ? value : (json(value) ?? '');
  return /^\{\{\w+ \d+\}\}$/.test(text) ? text : encodeURIComponent(text.toWellFormed());
}

const json = (value: unknown) => JSON.stringify(value);

function usualBody({ body }: DescribedCall, schemas: Readonly<Record<string, Schema>>): Arbitrary<unknown> {
  return body ? near(body, schemas) : fc.constant(undefined);
}

/** One field is another or left out; or it is no such thing at all. Also for a call that takes none, to which it must not matter. */
function oddBody(call: DescribedCall, schemas: Readonly<Record<string, Schema>>): Arbitrary<string | undefined> {
  const oneOff = fc
    .tuple(usualBody(call, schemas), fc.nat(), far, fc.boolean())
    .map(([value, at, instead, isLeftOut]) => {
      if (value === null || typeof value !== 'object') return value;
      const fields = Object.entries(value);
      const name = fields[at % Math.max(1, fields.length)]?.[0] ?? 'more';
      return { ...value, [name]: isLeftOut ? undefined : instead };
    });
  const others = fc.oneof(
    far.map(json),
    fc.string({ maxLength: 60 }),
    fc.constantFrom(
      '{',
      '{"a":',
      '\u0000',
      `{"a":${'['.repeat(3_000)}`,
      `"${'x'.repeat(110_000)}"`,
      '{"__proto__":{}}',
    ),
  );
  return fc.oneof({ weight: 6, arbitrary: oneOff.map(json) }, { weight: 1, arbitrary: others });
}

/** What the shop has, by what stands for it. */
export type KnownValues = Readonly<Record<'tool' | 'booking' | 'id' | 'email' | 'password', readonly string[]>>;

/** Puts in what the shop has in the place of what stands for it. */
export function filledIn(text: string, values: KnownValues): string {
  return text.replaceAll(/\{\{(tool|booking|id|email|password) (\d+)\}\}/g, (_, kind: keyof KnownValues, n: string) => {
    const list = values[kind];
    return list[Number(n) % Math.max(1, list.length)] ?? 'none';
  });
}
