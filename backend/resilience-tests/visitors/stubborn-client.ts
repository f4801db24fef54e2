import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { ApiClient, Reply } from '../../testing/api-client.ts';
import type { ShopNodes } from '../kills/shop-nodes.ts';

/** How long something may stay without an answer, in milliseconds. */
const patience = 120_000;

export type Answered<Body> = { readonly reply: Reply<Body>; readonly node: number };

type Call = { readonly method: 'GET' | 'POST' | 'DELETE'; readonly path: string; readonly body?: unknown };

/** Somebody who asks one node or another until one answers, as a browser behind a proxy would. */
export class StubbornClient {
  readonly #who: ApiClient;
  readonly #nodes: ShopNodes;
  readonly #random: () => number;

  constructor(who: ApiClient, nodes: ShopNodes, random: () => number) {
    this.#who = who;
    this.#nodes = nodes;
    this.#random = random;
  }

  get email(): string {
    return this.#who.email;
  }

  /** Writes under one key, however often it takes, so that in the end it is known what became of it. */
  write<Body>(method: 'POST' | 'DELETE', path: string, body?: unknown): Promise<Answered<Body>> {
    return this.#ask<Body>({ method, path, body }, { headers: { 'idempotency-key': randomUUID() } });
  }

  /** Reads at any node but one. */
  async readElsewhere<Body>(path: string, than: number): Promise<Reply<Body>> {
    return (await this.#ask<Body>({ method: 'GET', path }, { than })).reply;
  }

  async #ask<Body>(
    { method, path, body }: Call,
    { headers, than }: { headers?: Readonly<Record<string, string>>; than?: number },
  ): Promise<Answered<Body>> {
    const giveUpAt = performance.now() + patience;
    let last: unknown = 'no node was open';
    while (performance.now() < giveUpAt) {
      const open = [...this.#nodes.open()].filter(([node]) => node !== than);
      const [node, process] = open[Math.floor(this.#random() * open.length)] ?? [];
      if (node !== undefined && process) {
        try {
          const reply = await this.#who.at(process.origin).call<Body>(method, path, { body, headers });
          if (reply.status !== 503 && !isCrowded(reply)) return { reply, node };
          last = reply.text;
        } catch (reason) {
          if (!(reason instanceof TypeError)) throw reason; // What fetch throws when the connection is gone.
          last = reason;
        }
      }
      await setTimeout(20 + this.#random() * 80);
    }
    throw new Error(`${method} ${path} was not answered within ${patience} ms: ${last}`);
  }
}

/** Refused because of others who write the same at the same moment; it says to try again. */
function isCrowded({ status, text }: Reply<unknown>): boolean {
  return status === 409 && text.includes('Too many others');
}
