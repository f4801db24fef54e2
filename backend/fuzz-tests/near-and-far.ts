import fc, { type Arbitrary } from 'fast-check';
import type { Schema } from './described-calls.ts';

/**
 * Stands for what only the shop that is asked has: an id that it gave, an email of somebody's. What is made up from a seed is
 * the same every time, and so must not hold them; they are put in as a request is sent (`filledIn`).
 */
const knownAs = (kind: 'tool' | 'booking' | 'id' | 'email', most: number) =>
  fc.nat(most).map((n) => `{{${kind} ${n}}}`);

/** The first email is that of whoever asks. */
const ownEmail = fc.constant('{{email 0}}');
const ids = { tool: knownAs('tool', 3), booking: knownAs('booking', 20), id: knownAs('id', 99) };

/** What breaks programs that are written for the usual: other scripts, halves of characters, other languages' syntax. */
export const nastyTexts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u200d\ufeff',
  'ключ 🔧 مفتاح',
  'e\u0301'.repeat(40),
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  '-0',
  '1e309',
  '9007199254740993',
  '../../etc/passwd',
  "' OR 1=1 --",
  '{{7*7}}',
  '<script>alert(1)</script>',
  'a\r\nSet-Cookie: x=y',
  '%00%ff%',
  '2026-02-30T25:61:61Z',
  '0001-01-01T00:00:00Z',
  'x'.repeat(5_001),
];
const nastyText = fc.constantFrom(...nastyTexts);

const nastyNumber = fc.constantFrom(0, -0, -1, 0.001, 1.005, 2 ** 31, 2 ** 53, -(2 ** 53), 1e21, 1e308, 5e-324, 19.99);

/** Any JSON, whatever was asked for. */
export const far: Arbitrary<unknown> = fc.oneof(
  nastyText,
  nastyNumber,
  fc.constantFrom(null, true, false, [], {}, [[]], [null], { $ne: null }, { length: 1e9 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** What an ordinary client would send for a schema, most of it within the bounds, some of it at them. */
export function near(schema: Schema, schemas: Readonly<Record<string, Schema>>, name = ''): Arbitrary<unknown> {
  if (name === 'limit') return fc.integer({ min: 1, max: 1_000 });
  const of = (part: Schema, its = name) => near(part, schemas, its);
  if (schema.$ref !== undefined) return of(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return fc.oneof(...either.map((one) => of(one)));
  const [all] = schema.allOf ?? [];
  if (all) return of(all);
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type: string) => of({ ...schema, type })));
  switch (schema.type) {
    case 'string':
      return nearText(schema, name);
    case 'integer':
    case 'number':
      return nearNumber(schema, name);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const { minItems = 0, maxItems = 3, items = {} } = schema;
      return fc.array(of(items), { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 3)) });
    }
    case 'object':
      return nearObject(schema, of);
    default:
      return far;
  }
}

function nearObject(schema: Schema, of: (part: Schema, name: string) => Arbitrary<unknown>): Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {});
  const values = Object.fromEntries(fields.map(([field, part]) => [field, of(part, field)]));
  return fc.record(values, { requiredKeys: [...(schema.required ?? [])] });
}

function nearText({ minLength = 0, maxLength = 60, pattern, format }: Schema, name: string): Arbitrary<string> {
  const usual = knownText(name, format);
  if (usual) return usual;
  if (pattern !== undefined && maxLength > 0) return matching(pattern);
  const most = Math.max(minLength, Math.min(maxLength, 60));
  return fc.string({ minLength, maxLength: most, unit: 'grapheme' });
}

/** What stands under a name in the whole API, by which more is found than texts by their schema would. */
function knownText(name: string, format: string | undefined): Arbitrary<string> | undefined {
  const mostly = (arbitrary: Arbitrary<string>, others: Arbitrary<string>) =>
    fc.oneof({ weight: 5, arbitrary }, { weight: 1, arbitrary: others });
  if (format === 'email' || /email$/i.test(name)) {
    return mostly(ownEmail, fc.oneof(knownAs('email', 9), fc.emailAddress()));
  }
  if (/password$/i.test(name)) return mostly(fc.constant('{{password 0}}'), fc.string({ maxLength: 20 }));
  if (/^tool/i.test(name)) return mostly(ids.tool, fc.oneof(ids.id, fc.uuid()));
  if (/^booking/i.test(name)) return mostly(ids.booking, fc.oneof(ids.id, fc.uuid()));
  if (/id$/i.test(name)) return mostly(ids.id, fc.uuid());
  if (format === 'date-time' || /^(since|until|at)$/.test(name)) {
    return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  }
  if (/^(img|social)$/.test(name)) return fc.constantFrom('/pictures/tools/claw-hammer.svg', 'https://example.com/me');
  if (/phone/i.test(name)) return fc.constantFrom('+880 1', '555 0100');
  return undefined;
}

function matching(pattern: string): Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'));
  } catch {
    return fc.string(); // A pattern that fast-check cannot make texts of.
  }
}

/** Of a piece of the tools that are known. */
export const knownPrice = 19.99;

/** Bounds are as likely as what is between them. */
function nearNumber(schema: Schema, name: string): Arbitrary<number> {
  const { type, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (name === 'price') return fc.oneof({ weight: 5, arbitrary: fc.constant(knownPrice) }, fc.double());
  if (name === 'quantity') return fc.oneof({ weight: 5, arbitrary: fc.constant(1) }, fc.integer());
  const min = minimum ?? exclusiveMinimum ?? 0;
  const max = Math.max(min, maximum ?? exclusiveMaximum ?? 100);
  const edges = fc.constantFrom(min, max, Math.min(max, min + 1));
  if (type === 'integer') {
    const least = Math.ceil(Math.max(min, -(2 ** 31)));
    return fc.oneof(edges, fc.integer({ min: least, max: Math.max(least, Math.floor(Math.min(max, least + 20))) }));
  }
  const cents = fc.integer({ min: 0, max: 5_000 }).map((n) => n / 100);
  return fc.oneof(edges, cents);
}
