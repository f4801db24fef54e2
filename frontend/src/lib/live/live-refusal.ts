/** Why no connection came, as far as the shop said so. */
export type Refusal = { readonly status: number | undefined; readonly retryAfterMs: number | undefined };

/** Where the shop does not say how long, in ms. */
const usualWaitMs = 60_000;

const has = <Key extends string>(value: unknown, key: Key): value is Record<Key, unknown> =>
  typeof value === 'object' && value !== null && key in value;

/**
 * Reads Socket.IO's `connect_error`: the handshake's own refusal carries our problem as `data`; one over HTTP is the
 * transport's error, with the status as `description` and the XMLHttpRequest as `context`.
 */
export function refusalIn(error: unknown): Refusal {
  if (has(error, 'data') && has(error.data, 'status')) return refusal(Number(error.data.status), undefined);
  if (!has(error, 'description') || typeof error.description !== 'number') return refusal(undefined, undefined);
  const request = has(error, 'context') ? error.context : undefined;
  const wait = request instanceof XMLHttpRequest ? request.getResponseHeader('Retry-After') : null;
  return refusal(error.description, wait);
}

function refusal(status: number | undefined, wait: string | null | undefined): Refusal {
  const seconds = Number(wait);
  const told = wait && Number.isFinite(seconds) ? Math.max(1, seconds) * 1_000 : usualWaitMs;
  return { status, retryAfterMs: status === 429 ? told : undefined };
}
