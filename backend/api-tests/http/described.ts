import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Inspection, Reply } from '../../testing/api-client.ts';

type Content = Readonly<Record<string, { readonly schema: object }>>;
type Headers = Readonly<Record<string, { readonly required: boolean; readonly schema: object }>>;
type Responses = Readonly<Record<string, { readonly content?: Content; readonly headers?: Headers }>>;
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Responses }>>>>;
};
type Description = {
  /** What the document says of a call; undefined where it says nothing of the address and method. */
  readonly responsesOf: (method: string, path: string) => Responses | undefined;
  readonly validatorOf: (schema: object) => ValidateFunction;
};

/** What the shop has beside its API: health, its documentation, the sandbox, files and pages. */
const beside = /^\/(metrics|health\/(live|ready|serving)|openapi\.json|api-docs(\/.*)?|sandbox\/.*|assets\/.*)$/;

/** By the origin of the shop; and by the document's text, since all shops of the tests have the same. */
const descriptions = new Map<string, Promise<Description | undefined>>();
const byText = new Map<string, Description>();

/**
 * Holds an answer against the OpenAPI document of the shop that gave it: the status is described, so are the type of its
 * content and what headers a program goes by, and the body is valid by its schema.
 * @throws Error that says what is not as described.
 */
export const expectDescribed: Inspection = async ({ origin, method, path }, reply) => {
  const { pathname } = new URL(origin + path);
  if (beside.test(pathname) || method === 'OPTIONS') return;
  const description = await descriptionOf(origin);
  if (!description) return; // A shop that is not open describes nothing.
  const responses = description.responsesOf(method, pathname) ?? elsewhere;
  const wrong = wrongWith(reply, responses, method, description);
  if (wrong) throw new Error(`${method} ${path} answered ${reply.status}, ${wrong}: ${reply.text.slice(0, 500)}`);
};

/** What a program goes by besides the status and the body. */
const headersTold = ['Event-Position', 'Event-Applied', 'ETag', 'Link', 'Location', 'Retry-After', 'Total-Count'];

const problem = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
const askAgain = { 'Retry-After': { required: true, schema: { type: 'string', pattern: '^[0-9]+$' } } };

/** At an address that is no call there is nothing, but for pages. */
const elsewhere: Responses = {
  200: { content: { 'text/html': { schema: {} } } },
  304: {},
  404: { content: { 'text/html': { schema: {} }, ...problem } },
  429: { content: problem, headers: askAgain },
  431: { content: problem },
  503: { content: problem, headers: askAgain },
};

function wrongWith(
  { status, headers, text, body }: Reply<unknown>,
  responses: Responses,
  method: string,
  { validatorOf }: Description,
): string | undefined {
  const described = responses[status];
  if (!described) return 'which is not described';
  for (const name of headersTold) {
    const value = headers.get(name);
    const header = described.headers?.[name];
    if (value === null && header?.required) return `whose ${name} is missing`;
    if (value === null) continue;
    if (!header) return `whose ${name} is not described`;
    if (!validatorOf(header.schema)(value)) return `whose ${name} is ${value}`;
  }
  if (text === '') return described.content && method !== 'HEAD' ? 'whose body is missing' : undefined;
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  const schema = described.content?.[type]?.schema;
  if (!schema) return `whose ${type} is not described`;
  if (!type.includes('json')) return undefined;
  const validate = validatorOf(schema);
  return validate(body) ? undefined : `whose body is not as described (${JSON.stringify(validate.errors)})`;
}

function descriptionOf(origin: string): Promise<Description | undefined> {
  const known = descriptions.get(origin) ?? read(origin);
  descriptions.set(origin, known);
  // Another shop may open on the same port; and this one, later.
  known.then((description) => description ?? descriptions.delete(origin));
  return known;
}

async function read(origin: string): Promise<Description | undefined> {
  const response = await fetch(`${origin}/openapi.json`).catch(() => undefined);
  if (!response?.ok) return undefined;
  const text = await response.text();
  const description = byText.get(text) ?? descriptionIn(JSON.parse(text));
  byText.set(text, description);
  return description;
}

function descriptionIn(document: Document): Description {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'shop', ...document });
  const validators = new Map<object, ValidateFunction>();
  const operations = Object.entries(document.paths).map(([path, methods]) => ({
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
    methods,
  }));
  return {
    responsesOf(method, path) {
      const name = method === 'HEAD' ? 'get' : method.toLowerCase();
      return operations.find(({ pattern, methods }) => pattern.test(path) && methods[name])?.methods[name]?.responses;
    },
    validatorOf(schema) {
      const known = validators.get(schema) ?? ajv.compile(inDocument(schema));
      validators.set(schema, known);
      return known;
    },
  };
}

/** The schema by itself, with its references led into the document. */
function inDocument(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"shop#/components/'));
}
