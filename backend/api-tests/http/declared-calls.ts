import { ApiClient } from '../../testing/api-client.ts';

type Operation = {
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
  readonly responses?: unknown;
  readonly security?: readonly object[];
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
};
type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };

/** A call that some module declares, as the shop's own OpenAPI document tells of it. */
export type DeclaredCall = { readonly call: string; readonly operation: Operation };

/** Every call that the modules declare, named as in `GET /tool/{id}`. */
export async function declaredCalls(origin: string): Promise<DeclaredCall[]> {
  const { body } = await new ApiClient(origin).get<Document>('/openapi.json');
  return Object.entries(body.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ call: `${method.toUpperCase()} ${path}`, operation })),
  );
}
