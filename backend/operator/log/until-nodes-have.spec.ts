import { describe, expect, it, type TestContext } from 'vitest';
import { openLog } from '../../runtime/logging/log.ts';
import { pause } from '../../runtime/time/pause.ts';
import { Presence } from '../../status/presence.ts';
import { openedStores } from '../../testing/opened-stores.ts';
import { thoroughly } from '../../testing/thoroughly.ts';
import { nodesHave, untilNoNodeRuns } from './until-nodes-have.ts';

const must = { key: 'emails:new', to: 'reads' } as const;
const ofBefore = ['emails:old'];
const ofNow = ['emails:old', 'emails:new'];

// Side by side: they wait, each for far longer than it works.
describe.concurrent('a key that is to be written with', () => {
  it('is read by every node that runs', async (test) => {
    const { has, node } = nodes(test);
    await node(() => ofNow);
    await has();
  });

  it('is waited for until a node has taken it up', async (test) => {
    const { has, node, remarks } = nodes(test);
    let reads = ofBefore;
    await node(() => reads);
    setTimeout(() => {
      reads = ofNow;
    }, 100);
    await has();
    expect(reads).toBe(ofNow);
    expect(remarks).toEqual([]);
  });

  it('is refused, with the name of the node, while one runs on without it', async (test) => {
    const { has, node } = nodes(test);
    await node(() => ofNow);
    await node(() => ofBefore);
    await expect(has()).rejects.toThrow(
      'the node http://127.0.0.1:3000 (process 7 at here) does not read emails:new yet: give it the keys, start it again, and say this again',
    );
  });

  it('is refused while one runs that does not say which keys it has', async (test) => {
    const { has, node } = nodes(test);
    await node(() => undefined);
    await expect(has()).rejects.toThrow('does not say which keys it has: give it this release, and say this again');
  });

  it('is not waited for at a node that has ended without a word, once that is known', async (test) => {
    const { has, killed, remarks } = nodes(test);
    await killed();
    await has();
    expect(remarks).toEqual([expect.stringMatching(/^Waiting to know whether the node .* still runs\.$/)]);
  });

  thoroughly('is refused also while one runs without it that began late, as another was waited for', async (test) => {
    const { has, killed, node } = nodes(test);
    await killed();
    const refused = expect(has(3_000)).rejects.toThrow('does not read emails:new yet');
    await pause(2_000);
    await node(() => ofBefore, 1_800);
    await refused;
  });
});

describe.concurrent('a store that a log is brought into', () => {
  it('has no node that runs on it, whichever keys that has', async (test) => {
    const { node, none } = nodes(test);
    await none();
    await node(() => ofNow);
    await expect(none()).rejects.toThrow(
      'the node http://127.0.0.1:3000 (process 7 at here) runs on this store: stop it, and say this again',
    );
  });

  it('may have had nodes that were closed, or have ended without a word, once that is known', async (test) => {
    const { closed, killed, none, remarks } = nodes(test);
    await closed();
    await none();
    expect(remarks).toEqual([]);
    await killed();
    await none();
    expect(remarks).toEqual([expect.stringMatching(/^Waiting to know whether the node .* still runs\.$/)]);
  });
});

function nodes({ onTestFinished }: TestContext) {
  const { store } = openedStores({ onTestFinished });
  const remarks: string[] = [];
  let count = 0;
  const presence = (reads: () => readonly string[] | undefined, every = 20) => {
    const keys = () => {
      const read = reads();
      return read && { reads: [...read], writes: ofBefore };
    };
    return new Presence({
      records: store.records,
      node: { id: `${++count}`, host: 'here', pid: 7, startedAt: '2030-01-01T00:00:00.000Z' },
      address: () => 'http://127.0.0.1:3000',
      state: () => ({ standing: 'serving', behind: 0, stopped: 0, connections: 0, keys: keys() }),
      log: openLog('silent'),
      every,
    });
  };
  const waiting = {
    run: { remark: (text: string) => remarks.push(text), signal: new AbortController().signal },
    silence: 1_500,
    takesUpWithin: 1_000,
  };
  return {
    remarks,
    async node(reads: () => readonly string[] | undefined, every?: number) {
      const node = presence(reads, every);
      onTestFinished(() => node.close());
      await node.say();
      node.start();
    },
    killed: () => presence(() => ofBefore).say(),
    async closed() {
      const node = presence(() => ofBefore);
      node.start();
      await node.close();
    },
    has: (silence = waiting.silence) => nodesHave(store.records, must, { ...waiting, silence }),
    none: () => untilNoNodeRuns(store.records, waiting),
  };
}
