import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ApiClient } from '../../testing/api-client.ts';
import type { EveryCall } from '../every-call/asked.ts';
import { everyCall } from '../every-call.ts';
import { shopUnderTest } from '../shop-under-test.ts';
import { expectProblem } from './expect-problem.ts';
import { make } from './make-call.ts';

const shop = shopUnderTest();

type Json = { readonly [name: string]: unknown };

const schemaObject = z.record(z.string(), z.unknown());
const content = z.record(
  z.string().regex(/^(application\/(problem\+)?json|image\/\w+|text\/csv|application\/pdf)$/),
  z.object({ schema: schemaObject }).strict(),
);
const parameter = z
  .object({
    name: z.string().min(1),
    in: z.enum(['path', 'query', 'header']),
    required: z.boolean(),
    description: z.string().optional(),
    schema: schemaObject,
  })
  .strict();
const headers = z.record(
  z.string(),
  z.object({ required: z.boolean(), description: z.string().min(1), schema: schemaObject }).strict(),
);
const operation = z
  .object({
    operationId: z.string().regex(/^[a-zA-Z]+$/),
    tags: z.array(z.string()).length(1),
    summary: z.string().min(1),
    security: z.array(z.record(z.string(), z.array(z.string()))),
    parameters: z.array(parameter),
    requestBody: z.object({ required: z.boolean(), content }).strict().optional(),
    responses: z
      .record(
        z.string().regex(/^[2-5]\d\d$/),
        z.object({ description: z.string().min(1), content: content.optional(), headers: headers.optional() }).strict(),
      )
      .refine((responses) => Object.keys(responses).some((status) => /^(2|302)/.test(status)), 'No good answer'),
  })
  .strict();
/** What https://spec.openapis.org/oas/v3.1.1 asks of the parts that the shop uses. */
const openApi = z
  .object({
    openapi: z.string().regex(/^3\.1\.\d+$/),
    info: z.object({ title: z.string().min(1), version: z.string().min(1), description: z.string() }).strict(),
    paths: z.record(
      z.string().startsWith('/'),
      z.record(z.enum(['get', 'post', 'put', 'delete']), operation.optional()),
    ),
    components: z
      .object({
        schemas: z.record(z.string().regex(/^[\w.-]+$/), schemaObject),
        securitySchemes: z.record(
          z.string(),
          z.object({ type: z.literal('http'), scheme: z.literal('bearer') }).loose(),
        ),
      })
      .strict(),
  })
  .strict();
type Operation = z.infer<typeof operation>;

let reading: ReturnType<typeof readOnce> | undefined;

/** The document, which is the same all the time. */
function read() {
  reading ??= readOnce();
  return reading;
}

async function readOnce() {
  const { body, status } = await shop.nobody.get('/openapi.json');
  expect(status).toBe(200);
  const document = openApi.parse(body);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, declared]) =>
      declared ? [{ call: `${method.toUpperCase()} ${path}`, path, declared }] : [],
    ),
  );
  return { document, operations };
}

describe('/openapi.json', () => {
  it('is an OpenAPI 3.1 document', async () => {
    const { operations } = await read();
    const ids = operations.map(({ declared }) => declared.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('declares every parameter of every path, once, and no other', async () => {
    for (const { call, path, declared } of (await read()).operations) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const inPath = declared.parameters.filter((one) => one.in === 'path');
      expect(
        inPath.map(({ name }) => name),
        call,
      ).toEqual(named);
      for (const { required } of inPath) expect(required, call).toBe(true);
      const keys = declared.parameters.map((one) => `${one.in} ${one.name}`);
      expect(new Set(keys).size, call).toBe(keys.length);
    }
  });

  it('refers only to what is there', async () => {
    const { document, operations } = await read();
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
      ([, reference]) => reference ?? '',
    );
    expect(references.length).toBeGreaterThan(0);
    for (const reference of references) {
      const [, name] = /^#\/components\/schemas\/([\w.-]+)$/.exec(reference) ?? [];
      expect(Object.keys(document.components.schemas), reference).toContain(name);
    }
    const schemes = Object.keys(document.components.securitySchemes);
    for (const { declared } of operations)
      expect(schemes).toEqual(expect.arrayContaining(declared.security.flatMap(Object.keys)));
  });

  it('has schemas that can be validated with', async () => {
    const { document } = await read();
    for (const name of Object.keys(document.components.schemas)) {
      expect(() => schemaAt(document, { $ref: `#/components/schemas/${name}` }), name).not.toThrow();
    }
  });

  it.each(everyCall)('tells of $call what it is answered', async (row: EveryCall) => {
    const { document, operations } = await read();
    const declared = operations.find(({ call }) => call === row.call)?.declared;
    const callers: readonly ApiClient[] = [shop.nobody, shop.shopper, shop.other, shop.admin];
    let asked = await row.ask(shop);
    let isAsItWas = true;
    for (const who of callers) {
      if (!isAsItWas) asked = await row.ask(shop);
      const reply = await make(row, who, asked);
      isAsItWas = reply.status >= 400;
      const isJson = asked.raw === undefined;
      if (isJson && reply.status < 300 && declared?.requestBody)
        expectValid(document, declared.requestBody.content, asked.body);
      const response = declared?.responses[String(reply.status)];
      expect(response, `${row.call} answered ${reply.status}`).toBeDefined();
      if (reply.status < 400 && row.call.startsWith('GET '))
        expect('304' in (declared?.responses ?? {}), 'may not have changed').toBe(reply.headers.has('etag'));
      if (reply.text === '') expect(response?.content).toBeUndefined();
      else
        expectValid(
          document,
          response?.content,
          reply.body ?? reply.text, // What is no JSON is described as text.
          (reply.headers.get('content-type') ?? '').split(';')[0],
        );
    }
  });
});

describe('/openapi.json tells', () => {
  it('of which bodies all may be left out, and that others must come', async () => {
    const { operations } = await read();
    const none = operations.filter(({ declared }) => declared.requestBody?.required === false);
    // Of who has no password.
    expect(none.map(({ call }) => call)).toEqual(['DELETE /me', 'DELETE /people/{email}']);
  });

  it('of every call that it may not be possible now', async () => {
    for (const { call, declared } of (await read()).operations)
      expect(Object.keys(declared.responses), call).toContain('503');
  });

  it('of every call that takes a key what a bad or used one is answered', async () => {
    const { operations } = await read();
    const withKey = operations.filter(({ declared }) =>
      declared.parameters.some(({ name }) => name === 'Idempotency-Key'),
    );
    expect(withKey.length).toBeGreaterThan(10);
    for (const { call, declared } of withKey)
      expect(Object.keys(declared.responses), call).toEqual(expect.arrayContaining(['400', '409']));
  });
});

describe('/api-docs', () => {
  it('shows a page whose parts all come from the same place', async () => {
    const page = await shop.nobody.get('/api-docs');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'self';script-src 'self';/);
    const addresses = [...page.text.matchAll(/\s(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '');
    expect(addresses).toEqual(
      expect.arrayContaining([expect.stringMatching(/\.js$/), expect.stringMatching(/\.css$/)]),
    );
    for (const address of addresses) expect(new URL(address, shop.origin).origin).toBe(shop.origin);
    for (const address of addresses.filter((one) => one.startsWith('/api-docs/'))) {
      const part = await shop.nobody.get(address);
      expect(part.status, address).toBe(200);
      expect(part.headers.get('content-type')).toMatch(address.endsWith('.css') ? /^text\/css/ : /^text\/javascript/);
      if (address.endsWith('.css')) expect(part.text).not.toMatch(/url\(["']?(https?:)?\/\//);
    }
    expect(page.text).not.toMatch(/<script>|<style>| on\w+=/);
  });

  it('shows the document of this shop', async () => {
    expect((await shop.nobody.get('/api-docs/start.js')).text).toContain("url: '/openapi.json'");
    // No name of these says what is in it, and after an update all are to be of one release.
    const bundle = await shop.nobody.get('/api-docs/swagger-ui-bundle.js');
    expect(bundle.headers.get('cache-control')).toBe('public, max-age=86400');
    expectProblem(await shop.nobody.get('/api-docs/nothing.js'), 404);
    // Nothing of the package that the page does not show is read, and kept.
    expectProblem(await shop.nobody.get('/api-docs/swagger-ui-bundle.js.map'), 404);
  });
});

type Document = z.infer<typeof openApi>;

const schemas = new Map<string, z.ZodType>();

/** The schema with the components that it refers to, as zod takes it: made once, for most answers are of a few kinds. */
function schemaAt({ components }: Document, schema: Json): z.ZodType {
  const name = JSON.stringify(schema);
  const whole = () => JSON.stringify({ ...schema, $defs: components.schemas });
  const made =
    schemas.get(name) ?? z.fromJSONSchema(JSON.parse(whole().replaceAll('#/components/schemas/', '#/$defs/')));
  schemas.set(name, made);
  return made;
}

function expectValid(
  document: Document,
  declared: Operation['responses'][string]['content'],
  body: unknown,
  type = 'application/json',
) {
  const schema = declared?.[type]?.schema;
  if (!schema) throw new Error(`No schema is declared for ${type}.`);
  if (type.includes('json')) expect(schemaAt(document, schema).parse(body)).toEqual(body);
}
