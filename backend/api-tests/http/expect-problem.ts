import { expect } from 'vitest';
import { problem } from '../../../modules/kernel/wire/wire.ts';
import type { Reply } from '../../testing/api-client.ts';

/** Where an error was thrown, or a file of the server: what no answer may tell. */
const inside = /\n\s+at |node_modules|node:internal|\.ts\b/;

/** The answer is a failure as RFC 9457 has it, with this status and, where they are given, these words. */
export function expectProblem(reply: Reply<unknown>, status: number, detail?: string | RegExp): void {
  expect({ status: reply.status, body: reply.body }).toMatchObject({ status, body: { status } });
  expect(reply.headers.get('content-type')).toMatch(/^application\/problem\+json\b/);
  const shown = problem.strict().parse(reply.body);
  expect(shown.title).not.toBe('');
  expect(shown.type).not.toBe('');
  expect(reply.text).not.toMatch(inside);
  if (status === 401) expect(reply.headers.get('www-authenticate')).toBe('Bearer');
  if (typeof detail === 'string') expect(shown.detail).toBe(detail);
  else if (detail) expect(shown.detail).toMatch(detail);
}

/** The answer is a 400 that names exactly these fields, each with something to read. */
export function expectInvalid(reply: Reply<unknown>, ...paths: readonly string[]): void {
  expectProblem(reply, 400);
  const errors = problem.parse(reply.body).errors ?? [];
  expect([...new Set(errors.map(({ path }) => path))].sort()).toEqual([...paths].sort());
  for (const { message } of errors) expect(message).not.toBe('');
}

/** The answer says, as a decimal number, up to where a GET must show what happened. */
export function expectPosition(reply: Reply<unknown>): bigint {
  const position = reply.headers.get('event-position');
  expect(position).toMatch(/^[1-9]\d*$/);
  expect(reply.headers.get('event-applied')).toBeNull();
  return BigInt(position ?? 0);
}
