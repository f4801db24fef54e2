import { type Ended, type ShopProcess, startShopProcess } from '../../testing/shop-process.ts';

/** Several processes of one shop, each of which can be ended and started at any time. */
export type ShopNodes = {
  /** The nodes that are open now, by number. */
  readonly open: () => ReadonlyMap<number, ShopProcess>;
  /** Ends a node; resolves when its process has ended. Nothing happens when it is not open. */
  readonly end: (node: number, signal: 'SIGTERM' | 'SIGKILL') => Promise<Ended | undefined>;
  /** Starts a node that was ended; resolves once it is open. */
  readonly start: (node: number) => Promise<void>;
  /** Ends all of them. */
  readonly endAll: (signal: 'SIGTERM' | 'SIGKILL') => Promise<(Ended | undefined)[]>;
};

/**
 * Starts so many nodes with the same settings, all at once.
 * @param ports where each listens, whenever it is started; without them each start is at another one
 */
export async function startShopNodes(
  count: number,
  settings: Readonly<Record<string, string>>,
  ports: readonly number[] = [],
): Promise<ShopNodes> {
  const nodes = new Map<number, ShopProcess>();
  const numbers = Array.from({ length: count }, (_, node) => node);

  async function start(node: number): Promise<void> {
    const port = ports[node];
    nodes.set(node, await startShopProcess({ ...settings, ...(port !== undefined && { PORT: `${port}` }) }));
  }
  async function end(node: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<Ended | undefined> {
    const process = nodes.get(node);
    // Nobody is sent there any more, as a proxy would do; whoever is there already finds out.
    nodes.delete(node);
    return process?.end(signal);
  }
  await Promise.all(numbers.map(start));
  return {
    open: () => nodes,
    start,
    end,
    endAll: (signal) => Promise.all(numbers.map((node) => end(node, signal))),
  };
}
