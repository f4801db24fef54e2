import { z } from 'zod';
import type { Module } from '../../../modules/kernel/module.ts';
import type { Route } from '../../../modules/kernel/route.ts';
import { problem } from '../../../modules/kernel/wire/wire.ts';
import { pageMeant } from '../pages/page-meant.ts';
import { answersByHttp, takesKey } from './described-answers.ts';
import { hasETag, headersOf } from './described-headers.ts';

type Json = Record<string, unknown>;

const problemAnswer = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

const security: Readonly<Record<Route['access'], Json[]>> = {
  anyone: [],
  user: [{ accessToken: [] }],
  admin: [{ accessToken: [] }],
  identity: [{ idToken: [] }],
};

/** The OpenAPI 3.1 document of all modules' calls, from the schemas that validate them. */
export function openApiOf(modules: readonly Module[]): Json {
  const schemas: Json = {};
  schemaOf(problem, 'output', schemas);
  const paths: Record<string, Json> = {};
  for (const { name, routes } of modules) {
    for (const route of routes) {
      const path = paths[route.path] ?? {};
      path[route.method] = operationOf(name, route, schemas);
      paths[route.path] = path;
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Inventory',
      version: '1.0.0',
      description: 'Browse tools and parts, order them, pay by card, review them.',
    },
    paths,
    components: {
      schemas,
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'From PUT /user/{email}.' },
        idToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'From POST /identity/sign-in.' },
      },
    },
  };
}

function operationOf(tag: string, route: Route, schemas: Json): Json {
  const responses: Record<string, Json> = {};
  for (const [status, { description, schema, type }] of Object.entries(route.answers)) {
    const shape = schema ? schemaOf(schema, 'output', schemas) : type && { type: 'string' };
    const content = shape && { [type ?? 'application/json']: { schema: shape } };
    responses[status] =
      Number(status) >= 400 ? problemAnswer(description) : { description, ...(content && { content }) };
  }
  if (hasETag(route)) responses['304'] ??= { description: 'Not changed since the answer with this ETag' };
  const page = pageMeant(route);
  if (page !== undefined) responses['303'] = { description: `A browser that goes here to show it is led to ${page}` };
  for (const [status, why] of Object.entries(answersByHttp(route))) {
    const own = route.answers[Number(status)]?.description;
    // Who may not do something at all, and who has to say so anew, are both told 403.
    if (status === '403' && own)
      responses[status] = problemAnswer(`${own}; or ${why[0]?.toLowerCase()}${why.slice(1)}`);
    else responses[status] ??= problemAnswer(why);
  }
  const parameters = parametersOf(route, schemas);
  const isPaged = parameters.some(({ name }) => name === 'after');
  for (const [status, response] of Object.entries(responses)) {
    const headers = headersOf(route, Number(status), isPaged);
    if (Object.keys(headers).length > 0) response.headers = headers;
  }
  const sent = route.file
    ? Object.fromEntries(route.file.types.map((type) => [type, { schema: {} }]))
    : route.body && { 'application/json': { schema: schemaOf(route.body, 'input', schemas) } };
  // Where all of it may be left out, so may the body.
  const required = route.body?.safeParse({}).success !== true;
  const body = sent && { requestBody: { required, content: sent } };
  return {
    operationId: `${route.method}${route.path.replaceAll(/[/{}.-]+(\w?)/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: [tag],
    summary: route.summary,
    security: security[route.access],
    parameters,
    ...body,
    responses,
  };
}

function parametersOf(route: Route, schemas: Json): Json[] {
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const query = route.query ? schemaOf(route.query, 'input', schemas) : {};
  const required = Array.isArray(query.required) ? query.required : [];
  const inQuery = Object.entries((query.properties ?? {}) as Json).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
  return [
    ...inPath,
    ...inQuery,
    ...(takesKey(route) ? [idempotencyKey] : []),
    ...(route.isTagged && route.method !== 'get' ? [ifMatch] : []),
  ];
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key with the same payload gives the recorded answer and changes nothing.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The ETag of what the change rests on. Where something else is there by now nothing is changed.',
  schema: { type: 'string' },
};

/** The schema; what has a name goes among the components, and only a reference to it stays. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', schemas: Json): Json {
  const { $schema: _, $defs, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' });
  for (const [name, named] of Object.entries($defs ?? {})) schemas[name] ??= referring(named);
  return referring(json);
}

/** References as OpenAPI writes them. */
function referring(schema: object): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('#/$defs/', '#/components/schemas/'));
}
