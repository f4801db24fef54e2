import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tool } from '../../../modules/catalog/contract.ts';
import { tools } from '../../../modules/catalog/read-models/tools.ts';
import { scheduledOnce } from '../../../modules/kernel/commands.ts';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import { type BuildState, promoted, rolledBack } from '../../builds/build-state.ts';
import { Builds } from '../../builds/builds.ts';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { readConfig } from '../../start/settings/config.ts';
import { openEventStore, openReadModels } from '../../start/stores/stores.ts';
import { operate } from '../../testing/operators-desk.ts';
import { type RunningShop, startShop } from '../../testing/running-shop.ts';
import { storesUnderTest } from '../../testing/shops/stores-under-test.ts';

/** What a tool is said to have in the build that somebody has altered, which no shop has. */
const wrong = 7_777_777;
/** At least so many are made, and so many at most until one was soon enough. */
const rounds = { least: 4, most: 40 };
/** Milliseconds within which all nodes show the other build; on a machine that others keep busy the best of the rounds counts. */
const soon = 100;
/** Milliseconds between two looks at a node: without them these fill both cores, and keep the nodes from what is waited for. */
const between = 3;

let settings: Readonly<Record<string, string>>;
let nodes: RunningShop[] = [];
let store: EventStore;
let toolId: string;

const open = () => startShop({ ...settings, SEED: 'demo', LOG_LEVEL: 'silent' }, { passwords: quickPasswords });
const shownAt = async ({ origin }: RunningShop) =>
  ((await (await fetch(`${origin}/tool/${toolId}`)).json()) as Tool).Available;

beforeAll(async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'inventory-'));
  settings = { ...(await storesUnderTest(DATA_DIR)), DATA_DIR };
  const first = await open();
  const [tool] = (await (await fetch(`${first.origin}/tool`)).json()) as Tool[];
  toolId = tool?._id ?? '';
  await first.close();
  await alter();
  nodes = await Promise.all([open(), open(), open()]);
  store = await openEventStore(readConfig(settings), openLog('silent'));
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  await store?.close();
  rmSync(settings?.DATA_DIR ?? '', { recursive: true, force: true });
});

describe('three nodes of a shop', () => {
  it('show another build of a read model at once, all of them, and never half of one', async () => {
    for (const node of nodes) expect(await shownAt(node)).toBe(wrong);
    const { code, stderr } = await operate(settings, 'projections', 'rebuild', 'tools');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const right = (await seenWhile(promoted)).is;
    expect(right).toBeLessThan(wrong);
    const took: number[] = [];
    for (let round = 1; round <= rounds.least || (round <= rounds.most && Math.min(...took) >= soon); round++) {
      const { is, milliseconds } = await seenWhile(round % 2 === 1 ? rolledBack : promoted);
      expect(is).toBe(round % 2 === 1 ? wrong : right);
      took.push(milliseconds);
    }
    expect(Math.min(...took)).toBeLessThan(soon);
  });
});

/** Switches while everybody asks every node; each is shown the one build, then the other, and never the first again. */
async function seenWhile(decision: typeof promoted | typeof rolledBack) {
  const before = await shownAt(nodes[0] as RunningShop);
  let isOver = false;
  const watched = nodes.map(async (node) => {
    const seen: { readonly shown: number; readonly at: number }[] = [];
    while (!isOver) {
      seen.push({ shown: await shownAt(node), at: performance.now() });
      await pause(between);
    }
    return seen;
  });
  const decide = (state: BuildState) => decision(tools, state);
  await new Builds(store).decide<ReturnType<typeof promoted> | ReturnType<typeof rolledBack>>(
    tools,
    decide,
    'Test',
    scheduledOnce('test', `${performance.now()}`),
  );
  const decidedAt = performance.now();
  for (const node of nodes) await expect.poll(() => shownAt(node), { interval: 5 }).not.toBe(before);
  isOver = true;
  const all = await Promise.all(watched);
  const switchedAt = all.map((seen) => {
    const first = seen.findIndex(({ shown }) => shown !== before);
    expect(new Set(seen.slice(first).map(({ shown }) => shown)).size).toBe(1);
    return seen[first]?.at ?? Number.POSITIVE_INFINITY;
  });
  return { is: await shownAt(nodes[0] as RunningShop), milliseconds: Math.max(...switchedAt) - decidedAt };
}

/** Somebody alters the read model of a tool by hand. */
async function alter(): Promise<void> {
  const readModels = await openReadModels(readConfig(settings), openLog('silent'));
  const checkpoint = await readModels.checkpoint(tools.storedAs);
  const { document } = await readModels.get(tools.storedAs, toolId);
  if (checkpoint === undefined || document === undefined) throw new Error('It is kept.');
  const altered = { ...tools.documentOf(document), Available: wrong };
  const change = { id: toolId, document: tools.textOf(altered), entries: tools.entriesOf(altered) };
  await readModels.commit(tools.storedAs, checkpoint, checkpoint, [change]);
  await readModels.close();
}
