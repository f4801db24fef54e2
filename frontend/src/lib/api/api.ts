import { storedAccess } from '../session/access-token.ts';
import { confirmAnew } from '../session/confirm-again.ts';
import { freshToken, renew } from '../session/session.ts';
import { ApiError } from './api-error.ts';
import { type Sending, send } from './http.ts';

type Asking = Pick<Sending, 'signal' | 'transport'>;

/** GET as whoever is signed in. `Answer` is the contract's type of the call. */
export async function get<Answer>(path: string, asking: Asking = {}): Promise<Answer> {
  return (await authorised(path, asking)).json();
}

/** The same of what is no JSON: a file. */
export async function getBlob(path: string): Promise<Blob> {
  return (await authorised(path, {})).blob();
}

/** An answer, and the position of the log that it is true as of (`Event-Position`): whatever is newer may be missing. */
export type Dated<Answer> = { body: Answer; asOf: bigint };

/** GET of what notices change. */
export async function getDated<Answer>(path: string, asking: Asking = {}): Promise<Dated<Answer>> {
  const response = await authorised(path, asking);
  return { body: await response.json(), asOf: positionOf(response) };
}

export type Page<Entry> = { entries: Entry[]; next: string | undefined; total: number | undefined; asOf: bigint };

/**
 * GET of a list. `next` is the cursor of `Link: rel="next"` (RFC 8288), undefined on the last page; `total` is of all
 * pages together, where the server says it.
 */
export async function getPage<Entry>(path: string, asking: Asking = {}): Promise<Page<Entry>> {
  const response = await authorised(path, asking);
  const total = response.headers.get('Total-Count');
  return {
    entries: await response.json(),
    next: nextCursor(response.headers.get('Link')),
    total: total === null ? undefined : Number(total),
    asOf: positionOf(response),
  };
}

/** GET of a list to its end: the server gives at most 1,000 entries in an answer. It is as old as the first of them. */
export async function getWhole<Entry>(path: string, asking: Asking = {}): Promise<Dated<Entry[]>> {
  const { entries, next, asOf } = await getPage<Entry>(path, asking);
  const whole = [...entries];
  for (let after = next; after !== undefined; ) {
    const page = await getPage<Entry>(
      `${path}${path.includes('?') ? '&' : '?'}after=${encodeURIComponent(after)}`,
      asking,
    );
    whole.push(...page.entries);
    after = page.next;
  }
  return { body: whole, asOf };
}

type Change = Required<Pick<Sending, 'method' | 'key'>> & Pick<Sending, 'body' | 'transport'>;

/** A call that changes something. The key is the intent's: see useChange. */
export async function change<Answer>(path: string, change: Change): Promise<Answer> {
  return (await authorised(path, change)).json();
}

/** The same, where the answer is that it was done. */
export async function changeOnly(path: string, change: Change): Promise<void> {
  await authorised(path, change);
}

/** `/tool?search=saw&limit=12`, leaving out what is empty. */
export function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') params.set(name, `${value}`);
  return params.size > 0 ? `${path}?${params}` : path;
}

/**
 * What wants a newer proof of who one is, is asked again under the same key once that is given. Nothing is sent in the name of somebody else
 * who has taken one's place meanwhile.
 */
async function authorised(path: string, sending: Sending): Promise<Response> {
  const who = storedAccess()?.user.uid;
  const isStill = () => storedAccess()?.user.uid === who;
  try {
    return await withToken(path, sending, isStill);
  } catch (error) {
    if (!(error instanceof ApiError) || error.type !== '/problems/confirm-again') throw error;
    await confirmAnew();
    if (!isStill()) throw error;
    return withToken(path, sending, isStill);
  }
}

async function withToken(path: string, sending: Sending, isStill: () => boolean): Promise<Response> {
  const fresh = await freshToken();
  const token = isStill() ? fresh : undefined;
  try {
    return await send(path, { ...sending, token });
  } catch (error) {
    if (!token || !(error instanceof ApiError) || error.status !== 401) throw error;
    const renewed = await renew(token);
    if (!renewed || !isStill()) throw error;
    return send(path, { ...sending, token: renewed });
  }
}

/** Without the header nothing is promised: then anything that is known is newer. */
function positionOf(response: Response): bigint {
  const position = response.headers.get('Event-Position');
  return position !== null && /^\d+$/.test(position) ? BigInt(position) : 0n;
}

function nextCursor(link: string | null): string | undefined {
  const next = link?.split(/,(?=\s*<)/).find((part) => /;\s*rel="?next"?/i.test(part));
  const target = next?.match(/<([^>]*)>/)?.[1];
  return target === undefined
    ? undefined
    : (new URL(target, window.location.origin).searchParams.get('after') ?? undefined);
}
