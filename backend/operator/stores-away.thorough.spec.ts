import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { makeLog } from '../bench/logs/made-log.ts';
import { inTurn } from '../testing/as-often.ts';
import { operate } from '../testing/operators-desk.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { thoroughly } from '../testing/thoroughly.ts';

/** A port at which nobody listens, nor may: tcpmux. */
const nobody = '127.0.0.1:1';

/** A server that takes every connection and never says anything, as one whose process was stopped. @returns where it is */
async function silent({ onTestFinished }: TestContext): Promise<string> {
  const taken: Socket[] = [];
  const server = createServer((socket) => taken.push(socket.on('error', () => undefined).resume()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of taken) socket.destroy();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

type Case = [
  stores: string,
  address: (test: TestContext) => Promise<string>,
  commands: readonly string[],
  why: RegExp,
  place: number,
];
const cases: Case[] = [
  ['do not answer', async () => nobody, ['books', 'parked', 'history', 'verify'], /Redis/, 2],
  ['take connections and say nothing', silent, ['books', 'projections'], /no answer within|timeout/i, 1],
];

// Side by side: they wait, each for longer than it works.
describe.concurrent.each(cases)('a command whose stores %s', (_, address, commands, why, place) => {
  it.for(inTurn(commands, place))('%s gives up and says which, in one line', async (command, test) => {
    const settings = { DATA_DIR: temporaryFolder(test), EVENT_STORE: `esdb://${await address(test)}?tls=false` };
    test.expect(await operate(settings, command)).toEqual({
      code: 1,
      stdout: '',
      stderr: test.expect.stringMatching(/^EventStoreDB (cannot be reached|did not answer within \d+ ms)\.\n$/),
    });
  });

  thoroughly('says so of read models, too', async (test) => {
    const { expect } = test;
    const dataDir = temporaryFolder(test);
    await makeLog({ dataDir, orders: 5, paid: 0.5, tools: 2, people: 2 });
    const settings = { DATA_DIR: dataDir, READ_MODELS: `redis://${await address(test)}`, LOG_LEVEL: 'silent' };
    const { code, stdout, stderr } = await operate(settings, 'verify');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^[^\n]*Redis[^\n]*\n$/);
    expect(stderr).toMatch(why);
  });
});

it('a copy of what cannot be read makes nothing where it was to go', async () => {
  const folder = temporaryFolder();
  for (const to of [folder, join(folder, 'mistyped')]) {
    const said = ['copy', '--from', `esdb://${nobody}?tls=false`, '--to', to];
    expect(await operate({ DATA_DIR: temporaryFolder() }, ...said)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'EventStoreDB cannot be reached.\n',
    });
  }
  expect(readdirSync(folder)).toEqual([]);
});
