import autocannon from 'autocannon';

export type Load = {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

export type Measured = {
  /** Answers of 2xx a second. */
  readonly perSecond: number;
  /** Milliseconds that half of the answers took at the most. */
  readonly median: number;
  /** Milliseconds that 99 of 100 answers took at the most. */
  readonly p99: number;
};

const connections = 64;

/** Asks as fast as answers come, over 64 connections, for so many seconds; the first second is not counted. */
export async function underLoad({ url, method = 'GET', headers = {}, body }: Load, seconds: number): Promise<Measured> {
  const options = {
    url,
    method,
    connections,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
  await autocannon({ ...options, duration: 1 });
  const result = await autocannon({ ...options, duration: seconds });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${method} ${url}: ${result.non2xx} answers were no success, ${result.errors} calls failed.`);
  }
  return { perSecond: result['2xx'] / result.duration, median: result.latency.p50, p99: result.latency.p99 };
}
