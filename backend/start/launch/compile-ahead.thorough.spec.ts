import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runCompile, startShopProcess } from '../../testing/shop-process.ts';

it('leaves nothing for a shop to compile, when it starts or once it is needed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'compile-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const environment = { NODE_COMPILE_CACHE: join(folder, 'compiled'), DATA_DIR: join(folder, 'data'), PORT: '0' };
  const compiled = () => readdirSync(environment.NODE_COMPILE_CACHE, { recursive: true }).toSorted();

  expect(await runCompile(environment)).toMatchObject({ code: 0, stdout: '', stderr: '' });
  const ahead = compiled();
  expect(ahead.length).toBeGreaterThan(100);

  const shop = await startShopProcess(environment);
  const asked = [fetch(`${shop.origin}/metrics`), fetch(`${shop.origin}/payments/webhook`, { method: 'POST' })];
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 400]);
  expect(await shop.end('SIGTERM')).toMatchObject({ code: 0 });
  expect(compiled()).toEqual(ahead);
});
