import { NoAnswer, problemIn } from './api-error.ts';
import { connectionSeen } from './connection.ts';
import { idleFor } from './last-act.ts';
import { watchedForSilence } from './silence.ts';
import { clickState, newTraceparent } from './traceparent.ts';

/** How a request goes out: as `fetch` does it. */
export type Transport = (
  url: URL,
  init: { method: string; headers: Headers; body: string | Blob | null; signal: AbortSignal | null },
) => Promise<Response>;

export type Sending = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: unknown;
  token?: string | undefined;
  /** The same key for the same intent, however often it is sent: the server then acts once. */
  key?: string | undefined;
  signal?: AbortSignal | undefined;
  transport?: Transport | undefined;
};

/**
 * One request to our own server.
 * @throws ApiError when the answer is not a success; NoAnswer when there is none.
 */
export async function send(
  path: string,
  { method = 'GET', body, token, key, signal, transport = fetch }: Sending = {},
): Promise<Response> {
  const headers = new Headers({ Accept: 'application/json' });
  if (body !== undefined) headers.set('Content-Type', body instanceof Blob ? body.type : 'application/json');
  if (token) headers.set('Authorization', `Bearer ${token}`);
  const idle = idleFor();
  if (idle !== undefined) headers.set('Idle-For', String(idle));
  if (method !== 'GET') {
    headers.set('Idempotency-Key', key ?? crypto.randomUUID());
    headers.set('traceparent', newTraceparent());
    headers.set('tracestate', clickState());
  }

  const init = { method, headers, body: bodyText(body), signal: signal ?? null };
  const answer = answerTo(transport, path, init);
  // A file may take all of a slow line for minutes: whoever looks meanwhile finds it silent, and has lost nothing.
  const response = await (body instanceof Blob ? answer : watchedForSilence(answer));
  if (!response.ok) throw await problemIn(response);
  return response;
}

/** A file goes as it is. */
function bodyText(body: unknown): string | Blob | null {
  if (body instanceof Blob) return body;
  return body === undefined ? null : JSON.stringify(body);
}

async function answerTo(transport: Transport, path: string, init: Parameters<Transport>[1]): Promise<Response> {
  try {
    const response = await transport(new URL(path, window.location.origin), init);
    connectionSeen(true);
    return response;
  } catch (error) {
    if (init.signal?.aborted) throw error;
    connectionSeen(false);
    throw new NoAnswer(error);
  }
}
