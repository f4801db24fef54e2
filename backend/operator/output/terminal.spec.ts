import { describe, expect, it } from 'vitest';
import { makeLog } from '../../bench/logs/made-log.ts';
import { beginInTerminal, beginOperator } from '../../testing/shop-process.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { thoroughly } from '../../testing/thoroughly.ts';

const patient = { timeout: 60_000, interval: 50 };
/** What the package says to run. */
const npm = ['npm', 'run', '--silent', 'operator', '--'];

/** A shop's data with so many orders. */
async function shopWith(orders: number) {
  const DATA_DIR = temporaryFolder();
  await makeLog({ dataDir: DATA_DIR, orders, people: 10, tools: 5 });
  return { DATA_DIR };
}

describe('the command line in a terminal', () => {
  thoroughly(
    'tells in one line how far long work is, how fast it goes and how long it will take, and ends it at Ctrl-C',
    async () => {
      const settings = await shopWith(40_000);
      const { shown, press, ended } = beginInTerminal(settings, ...npm, 'history', '--limit', '1');
      await expect.poll(shown, patient).toMatch(/\[K[\d,]+ of [\d,]+ positions, [\d,]+ a second, .*\d+ s left/);
      press('\x03');
      const { code, stdout } = await ended;
      expect(code).toBe(130);
      expect(stdout.split('\r\n').at(-2)).toMatch(/(^|\[K)Interrupted\.$/);
    },
  );

  thoroughly('follows the history until Ctrl-C', async () => {
    const settings = await shopWith(3);
    const { shown, press, ended } = beginInTerminal(settings, ...npm, 'history', '--follow', '--limit', '2');
    await expect.poll(() => shown().match(/\[\w+:\S+\]\r\n/g)?.length, patient).toBe(2);
    press('\x03');
    expect((await ended).code).toBe(130);
    expect(shown()).toMatch(/Interrupted\.\r\n$/);
  });

  it('ends well when whoever reads has enough', async () => {
    const settings = await shopWith(5_000);
    const head = ['sh', '-c', `${npm.join(' ')} history --raw | head -n 2; echo over`];
    const { ended } = beginInTerminal(settings, ...head);
    const { code, stdout } = await ended;
    const [first = '', second = '', over] = stdout.trim().split('\r\n');
    expect({ code, over }).toEqual({ code: 0, over: 'over' });
    expect([JSON.parse(first).position, JSON.parse(second).position]).toEqual(['1', '2']);
    const { child, ended: alone } = beginOperator(settings, 'history', '--raw');
    child.stdout?.once('data', () => child.stdout?.destroy());
    expect(await alone).toMatchObject({ code: 0, stderr: '' });
  });
});
