import type { Route } from '../../../modules/kernel/route.ts';
import { proofMinutes } from '../../../modules/kernel/time/fresh-proof.ts';

/**
 * What http answers by itself to a call, before its handler or in its place, with the reason as the OpenAPI document
 * gives it. What is said nowhere is never answered but for a fault of ours (500).
 */
export function answersByHttp(route: Route): Readonly<Record<number, string>> {
  const changes = route.method !== 'get';
  const answers: readonly (readonly [applies: boolean, status: number, why: string])[] = [
    [true, 400, 'The request is not well formed'],
    [changes || route.query !== undefined, 400, 'What was sent does not validate'],
    [route.access !== 'anyone', 401, 'No token, or a bad or expired one'],
    [route.access === 'admin', 403, 'Not an admin'],
    [route.confirms === true, 403, whenProofIsOld(route)],
    [changes && route.byCookie === true, 403, 'Asked by a page of another site'],
    [route.path.includes('{'), 404, 'The address is not well formed'],
    [true, 408, 'The request took too long to arrive'],
    [takesKey(route), 409, 'The Idempotency-Key was used for another request'],
    [changes, 413, `The body is larger than ${longestBody(route)}`],
    [
      changes && route.bodyAs !== 'file',
      415,
      'The body is not JSON in UTF-8, or is encoded in a way that is not known',
    ],
    [route.bodyAs === 'file', 415, 'The body is compressed on its way'],
    [route.bodyAs !== 'raw', 429, 'Too many calls, or attempts; try again when Retry-After says'],
    [true, 431, 'The header fields are too large'],
    [true, 503, 'Not now; try again when Retry-After says'],
  ];
  return Object.fromEntries(answers.flatMap(([applies, status, why]) => (applies ? [[status, why]] : [])));
}

function longestBody({ bodyAs, file }: Route): string {
  if (bodyAs !== 'file') return bodyAs === 'raw' ? '1 MB' : '100 kB';
  return `${(file?.longest ?? 0) / 1_024 / 1_024} MB`;
}

function whenProofIsOld({ access }: Route): string {
  const old = `the last proof of who is calling is older than ${proofMinutes} minutes (type /problems/confirm-again)`;
  return access === 'admin' ? `Not an admin; or ${old}` : `T${old.slice(1)}`;
}

/** Whether a call changes something for somebody; the provider's messages have ids of their own. */
export function takesKey(route: Route): boolean {
  return route.method !== 'get' && route.bodyAs !== 'raw';
}
