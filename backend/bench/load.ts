import autocannon from 'autocannon';
import type { Measured } from './figure.ts';

export type Load = {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  /** What is sent; a function is asked for each call anew. */
  readonly body?: unknown | (() => unknown);
  /** The path of each call, in the place of the url's. */
  readonly path?: () => string;
  readonly connections?: number;
};

/** For so many seconds, after a first one that is not counted; or so many calls. */
export type HowLong = { readonly seconds: number } | { readonly calls: number };

/** Asks as fast as answers come, over 64 connections. What fails is counted: a busy machine ends no run. */
export async function underLoad(load: Load, howLong: HowLong): Promise<Measured> {
  if ('calls' in howLong) return measured(await autocannon({ ...optionsOf(load), amount: howLong.calls }));
  await autocannon({ ...optionsOf(load), duration: 1 });
  return measured(await autocannon({ ...optionsOf(load), duration: howLong.seconds }));
}

function optionsOf({ url, method = 'GET', headers = {}, body, path, connections = 64 }: Load) {
  const textOf = () => JSON.stringify(typeof body === 'function' ? body() : body);
  const isEachTheSame = typeof body !== 'function' && path === undefined;
  return {
    url,
    method,
    connections,
    timeout: 60,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(isEachTheSame
      ? { body: body === undefined ? undefined : textOf() }
      : {
          requests: [
            {
              setupRequest: (request: object) => ({
                ...request,
                ...(body === undefined ? {} : { body: textOf() }),
                ...(path && { path: path() }),
              }),
            },
          ],
        }),
  };
}

function measured({ latency, duration, ...counts }: autocannon.Result): Measured {
  const perSecond = counts['2xx'] / duration;
  return { perSecond, median: latency.p50, p99: latency.p99, failed: counts.non2xx + counts.errors };
}
