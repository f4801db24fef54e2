import { describe, expect, it, onTestFinished } from 'vitest';
import { newLogFile, openLog } from '../../testing/logs/log-directory.ts';
import { newEvent } from '../contract/some-events.ts';
import { telling } from './telling.ts';

const round = () => new Promise(setImmediate);

describe('a commit of many', () => {
  it('is told to few of them in each round of the event loop, so that others get in between', async () => {
    const store = openLog(newLogFile());
    onTestFinished(() => store.close());
    const positions: bigint[] = [];
    const appends = Array.from({ length: 500 }, async (_, n) => {
      const { position } = await store.append(`a-${n}`, 'none', [newEvent()]);
      positions.push(position);
    });
    let most = 0;
    for (let before = 0; positions.length < 500; before = positions.length) {
      await round();
      most = Math.max(most, positions.length - before);
    }
    await Promise.all(appends);
    expect(most).toBeLessThanOrEqual(128); // What a test sees as one round may be two.
    expect(positions).toEqual(positions.toSorted((one, other) => Number(one - other)));
  });

  it('is over when all of them have been told, each in their turn', async () => {
    const told: number[] = [];
    let times = 0;
    const commits = telling(() => times++, { most: 16, whileRead: 16 });
    const those = (from: number, count: number) => Array.from({ length: count }, (_, n) => () => told.push(from + n));
    commits.tell(those(0, 50));
    await round();
    expect(told).toHaveLength(16);
    expect(commits.isUnderWay).toBe(true);
    commits.tell(those(50, 20));
    await commits.over();
    expect(told).toEqual(Array.from({ length: 70 }, (_, n) => n));
    expect(times).toBe(5);
    expect(commits.isUnderWay).toBe(false);
  });

  it('of nobody, as a turn that is given back, is over too, and lets no more in at once', async () => {
    const told: number[] = [];
    const commits = telling(() => {}, { most: 16, whileRead: 16 });
    commits.tell([]);
    const overOfNobody = commits.over();
    commits.tell(Array.from({ length: 20 }, (_, n) => () => told.push(n)));
    await round();
    expect(told).toHaveLength(16);
    await Promise.all([overOfNobody, commits.over()]);
    expect(told).toHaveLength(20);
  });

  it('is told to all of them before the log is closed', async () => {
    const store = openLog(newLogFile());
    let told = 0;
    for (let n = 0; n < 200; n++) void store.append(`a-${n}`, 'none', [newEvent()]).then(() => told++);
    await store.close();
    expect(told).toBe(200);
  });
});
