import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { type ApiClient, signIn, signUp } from '../../testing/api-client.ts';
import { startShop } from '../../testing/running-shop.ts';
import { productionSettings, type ShopProcess, startShopProcess } from '../../testing/shop-process.ts';
import { storesUnderTest } from '../../testing/shops/stores-under-test.ts';

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
      // At a node of their own, which hashes passwords quickly and is gone then: their tokens are good for all of them.
      const node = await startShop({ ...settings, SEED: 'none' }, { passwords: quickPasswords });
      const all = await Promise.all(Array.from({ length: count }, () => signUp(node.origin)));
      await node.close();
      return all.map((who) => who.at(origin));
    },
    another,
    end: async () => {
      await Promise.all(processes.map((process) => process.end('SIGKILL')));
      rmSync(dataDir, { recursive: true });
    },
  };
}
