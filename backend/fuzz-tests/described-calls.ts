import { ApiClient } from '../testing/api-client.ts';

/** A JSON schema as far as the shop's document uses it. */
export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
};

export type Parameter = { readonly name: string; readonly in: 'path' | 'query' | 'header'; readonly schema: Schema };

type Operation = {
  readonly parameters: readonly Parameter[];
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
};

type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

/** A call as the document of a shop tells of it, and as one can be made up from that. */
export type DescribedCall = {
  readonly method: string;
  /** With `{name}` for parameters. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** Which kind of token it takes. */
  readonly proof: 'none' | 'accessToken' | 'idToken';
  readonly body?: Schema;
};

/** Every call of a shop's /openapi.json, with the schemas that its own refer to. */
export async function describedCalls(origin: string) {
  const { body } = await new ApiClient(origin).get<Document>('/openapi.json');
  const calls = Object.entries(body.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): DescribedCall => {
      const [wanted] = operation.security.flatMap(Object.keys);
      return {
        method: method.toUpperCase(),
        path,
        parameters: operation.parameters,
        proof: wanted === 'accessToken' || wanted === 'idToken' ? wanted : 'none',
        body: operation.requestBody?.content['application/json']?.schema,
      };
    }),
  );
  return { calls, schemas: body.components.schemas };
}
