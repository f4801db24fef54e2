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

/** For so many seconds, or so many calls. */
export type HowLong = { readonly seconds: number } | { readonly calls: number };

/** Asks as fast as answers come, over 64 connections. What fails is counted: a busy machine ends no run. */
export async function underLoad(load: Load, howLong: HowLong): Promise<Measured> {
  const length = 'calls' in howLong ? { amount: howLong.calls } : { duration: howLong.seconds };
  return measured(await autocannon({ ...optionsOf(load), ...length }));
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
  const answers = counts['2xx'];
  const { p50: median, p99 } = latency;
  return { answers, perSecond: answers / duration, median, p99, failed: counts.non2xx + counts.errors };
}
