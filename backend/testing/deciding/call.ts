import type { CommandContext } from '../../../modules/kernel/commands.ts';
import { Invalid } from '../../../modules/kernel/errors.ts';
import type { Answer, Caller, Identity, Route } from '../../../modules/kernel/route.ts';
import { contextOf } from '../context.ts';

type Request = {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  caller?: Caller;
  identity?: Identity;
  cookies?: { [name: string]: string | undefined };
  headers?: { [name: string]: string };
  command?: CommandContext;
  signal?: AbortSignal;
};

/**
 * Calls a module's route as http/ would, without the network: `call(routes, 'PUT /user/{email}', { … })`. What goes in
 * passes the route's schemas first.
 * @throws Invalid for what does not pass; whatever the handler throws; Error when there is no such route.
 */
export async function call(routes: readonly Route[], name: string, request: Request = {}): Promise<Answer> {
  const route = routes.find(({ method, path }) => `${method.toUpperCase()} ${path}` === name);
  if (!route) throw new Error(`No route ${name}.`);
  return route.handle({
    ...provenBy(route, request),
    params: parsed(route.params, request.params),
    query: parsed(route.query, request.query ?? {}),
    body: parsed(route.body, request.body),
    rawBody: Buffer.from(JSON.stringify(request.body ?? null)),
    headers: request.headers ?? {},
    cookies: request.cookies ?? {},
    command: request.command ?? contextOf('the only command'),
    signal: request.signal ?? new AbortController().signal,
  });
}

function provenBy({ access, method, path }: Route, { caller, identity }: Request) {
  if (access === 'anyone') return {};
  if (access === 'identity' && identity) return { identity };
  if (access !== 'identity' && caller) return { caller };
  throw new Error(`${method} ${path} is for ${access}: say who is calling.`);
}

function parsed(schema: Route['body'], value: unknown): unknown {
  if (!schema) return value;
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  throw new Invalid(
    'The input is not valid.',
    error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
  );
}
