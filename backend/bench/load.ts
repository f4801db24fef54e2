import { connect, type Socket } from 'node:net';
import { pause } from '../runtime/time/pause.ts';
import { AnswerBytes } from './answer-bytes.ts';
import type { Measured } from './figures/figure.ts';
import { spreadOf } from './figures/quantiles.ts';

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

/** For how long an answer is waited for, in milliseconds. */
const patience = 60_000;
/** After which a connection that was lost is made again, in milliseconds. */
const untilAgain = 50;

/**
 * Asks as fast as answers come, over 64 connections: on each, one call follows the answer of the one before (a closed loop). What fails
 * is counted: a busy machine ends no run. It shares the machine with the server, so it does no more for a call than must be: what it
 * takes of two cores the server lacks, and what it is late by it would call the server's.
 */
export function underLoad(load: Load, howLong: HowLong): Promise<Measured> {
  return new ClosedLoop(load, howLong).run();
}

class ClosedLoop {
  readonly #connections: number;
  readonly #callOf: () => Buffer | string;
  readonly #calls: number;
  readonly #seconds: number;
  readonly #address: { readonly host: string; readonly port: number };
  /** All connections read into it: what has come is looked at before anything else is read. */
  readonly #buffer = Buffer.allocUnsafeSlow(64 * 1024);
  readonly #took: number[] = [];
  #asked = 0;
  #failed = 0;
  #ends = 0;

  constructor(load: Load, howLong: HowLong) {
    const { hostname, port } = new URL(load.url);
    this.#address = { host: hostname, port: Number(port) };
    this.#connections = load.connections ?? 64;
    this.#callOf = callsOf(load);
    this.#calls = 'calls' in howLong ? howLong.calls : Number.POSITIVE_INFINITY;
    this.#seconds = 'seconds' in howLong ? howLong.seconds : Number.POSITIVE_INFINITY;
  }

  async run(): Promise<Measured> {
    const begun = performance.now();
    this.#ends = begun + this.#seconds * 1_000;
    await Promise.all(Array.from({ length: this.#connections }, () => this.#askOn()));
    const seconds = (performance.now() - begun) / 1_000;
    const answers = this.#took.length;
    return { answers, perSecond: answers / seconds, ...spreadOf(this.#took), failed: this.#failed };
  }

  /** One who asks again and again, over another connection when one is lost. */
  async #askOn(): Promise<void> {
    while (this.#goesOn()) {
      if (await this.#askOver()) return;
      this.#failed += 1;
      await pause(untilAgain);
    }
  }

  #goesOn(): boolean {
    return this.#asked < this.#calls && performance.now() < this.#ends;
  }

  /** Asks over one connection, until all is asked (true) or the connection is lost (false). Rejects with what cannot be read. */
  #askOver(): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const answers = new AnswerBytes();
      let askedAt = 0;
      this.#asked += 1;
      const ask = (now: number) => {
        askedAt = now;
        socket.write(this.#callOf());
      };
      const take = (length: number) => {
        const status = answers.take(this.#buffer.subarray(0, length));
        if (status === undefined) return true;
        const now = performance.now();
        if (status >= 200 && status < 300) this.#took.push(now - askedAt);
        else this.#failed += 1;
        if (!this.#goesOn()) end(() => resolve(true));
        else {
          this.#asked += 1;
          ask(now);
        }
        return true;
      };
      const callback = (length: number) => {
        try {
          return take(length);
        } catch (error) {
          this.#ends = 0;
          end(() => reject(error));
          return false;
        }
      };
      const socket: Socket = connect({ ...this.#address, noDelay: true, onread: { buffer: this.#buffer, callback } });
      const end = (settle: () => void) => {
        settle();
        socket.destroy();
      };
      socket.setTimeout(patience, () => socket.destroy());
      socket.on('connect', () => ask(performance.now()));
      socket.on('error', () => {}); // It is closed then, too.
      socket.on('close', () => resolve(false));
    });
  }
}

/** What is sent for each call. */
function callsOf({ url, method = 'GET', headers = {}, body, path }: Load): () => Buffer | string {
  const { host, pathname, search } = new URL(url);
  const named = { host, ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) };
  const head = Object.entries(named).map(([name, value]) => `${name}: ${value}\r\n`);
  const constant = head.join('');
  const call = () => {
    const begun = `${method} ${path?.() ?? pathname + search} HTTP/1.1\r\n${constant}`;
    if (body === undefined) return `${begun}\r\n`;
    const text = JSON.stringify(typeof body === 'function' ? body() : body);
    return `${begun}content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
  };
  if (path || typeof body === 'function') return call;
  const always = Buffer.from(call());
  return () => always;
}
