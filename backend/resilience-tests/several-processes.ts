import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoAdmin, demoPassword } from '../start/seed/seed.ts';
import { type ApiClient, signIn, signUp } from '../testing/api-client.ts';
import { productionSettings, type ShopProcess, startShopProcess } from '../testing/shop-process.ts';
import { storesUnderTest } from '../testing/stores-under-test.ts';

export type SeveralProcesses = {
  readonly dataDir: string;
  /** Where each process can be reached. */
  readonly origins: readonly string[];
  /** Signed in at the first process; the token is good for all of them. */
  readonly admin: ApiClient;
  /** So many people who are signed in. */
  readonly people: (count: number) => Promise<ApiClient[]>;
  /** Starts another process on the same stores and data directory; resolves to where it can be reached. */
  readonly another: () => Promise<string>;
  /** Ends all of them, and takes their data away. */
  readonly end: () => Promise<void>;
};

/** A demo shop on the stores under test, as a process of its own, and others beside it when they are asked for. */
export async function severalProcesses(but: Readonly<Record<string, string>> = {}): Promise<SeveralProcesses> {
  const dataDir = mkdtempSync(join(tmpdir(), 'processes-'));
  const stores = await storesUnderTest(dataDir);
  const settings = await productionSettings({ DATA_DIR: dataDir, SEED: 'demo', ...stores, ...but });
  const processes: ShopProcess[] = [];
  const origins: string[] = [];
  const another = async () => {
    const started = await startShopProcess(settings);
    processes.push(started);
    origins.push(started.origin);
    return started.origin;
  };
  const origin = await another();
  return {
    dataDir,
    origins,
    admin: await signIn(origin, demoAdmin.email, demoPassword),
    async people(count) {
      const all: ApiClient[] = [];
      // A few at a time: in a busy machine the last of them would wait for longer than a turn is waited for.
      while (all.length < count) {
        const some = Array.from({ length: Math.min(8, count - all.length) }, () => signUp(origin));
        all.push(...(await Promise.all(some)));
      }
      return all;
    },
    another,
    end: async () => {
      await Promise.all(processes.map((process) => process.end('SIGKILL')));
      rmSync(dataDir, { recursive: true });
    },
  };
}
