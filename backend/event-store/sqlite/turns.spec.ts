import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Append, EventStore, Turn } from '../../../modules/kernel/event-store.ts';
import { newLogFile, openLog } from '../../testing/logs/log-directory.ts';
import { newEvents } from '../contract/some-events.ts';

function twoOnOneLog(): [EventStore, EventStore] {
  const file = newLogFile();
  return [openLog(file), openLog(file)];
}

async function turnOf({ takeTurn }: EventStore): Promise<Turn> {
  if (!takeTurn) throw new Error('The store has no turns.');
  return takeTurn();
}

const one = (stream: string): Append => ({ stream, expected: 'none', events: newEvents(1) });

describe('a turn at appending', () => {
  it('keeps others from appending until what was decided in it is appended', async () => {
    const [here, there] = twoOnOneLog();
    await there.append('first', 'none', newEvents(3));
    const turn = await turnOf(here);
    // Looked at from the start: the refusal may come before the answer to ours.
    const theirs = expect(there.append('first', 2n, newEvents(1))).rejects.toThrow('first');
    const { length } = await here.readStream('first');
    const [ours] = (await here.appendAll?.([{ ...one('first'), expected: BigInt(length - 1) }], turn)) ?? [];
    expect(ours?.revision).toBe(3n);
    await theirs;
  });

  it('takes along what this process has to append meanwhile', async () => {
    const [here] = twoOnOneLog();
    const turn = await turnOf(here);
    const meanwhile = here.append('meanwhile', 'none', newEvents(1));
    const decided = here.appendAll?.([one('decided')], turn);
    expect([(await meanwhile).position, (await decided)?.[0]?.position]).toEqual([2n, 1n]);
  });

  it('ends when it is given back, and by itself, and what comes after that is appended all the same', async () => {
    const [here, there] = twoOnOneLog();
    (await turnOf(here)).giveBack();
    await there.append('a', 'none', newEvents(1));
    const forgotten = await turnOf(here);
    await there.append('b', 'none', newEvents(1));
    const late = await here.appendAll?.([one('c')], forgotten);
    forgotten.giveBack();
    expect(late?.[0]?.position).toBe(3n);
  });

  it('ends in time while the process that has it stands still', async () => {
    const file = newLogFile();
    const here = openLog(file);
    const turn = await turnOf(here);
    const other = new DatabaseSync(file, { timeout: 5_000 });
    onTestFinished(() => other.close());
    // Until it has the lock nothing else goes on in this thread.
    other.exec('BEGIN IMMEDIATE; ROLLBACK');
    const late = await here.appendAll?.([one('late')], turn);
    expect(late?.[0]?.position).toBe(1n);
  });

  it('ends with the process that has it', async () => {
    const file = newLogFile();
    const here = openLog(file);
    const script = `import('${new URL('../sqlite.ts', import.meta.url)}').then(async ({ openSqliteEventStore }) => {
      await openSqliteEventStore({ file: process.argv[1] }).takeTurn();
      process.kill(process.pid, 'SIGKILL');
    });`;
    const child = spawn(process.execPath, ['--eval', script, file], { stdio: 'inherit' });
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
    expect(await here.append('after', 'none', newEvents(1))).toMatchObject({ position: 1n });
  });

  it('comes to everybody who asks, one after the other, also when the store is closed', async () => {
    const [here, there] = twoOnOneLog();
    const order: string[] = [];
    const take = async (store: EventStore, name: string) => {
      const turn = await turnOf(store);
      await store.appendAll?.([one(name)], turn);
      order.push(name);
    };
    await Promise.all([take(here, 'a'), take(there, 'b'), take(here, 'c'), take(there, 'd')]);
    expect(order.toSorted()).toEqual(['a', 'b', 'c', 'd']);
    await turnOf(here);
    await here.close();
    await there.append('e', 'none', newEvents(1));
  });
});
