import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type EventStoreDouble,
  type EventStoreDoubleOptions,
  startEventStoreDouble,
} from '../../doubles/eventstoredb/event-store-double.ts';
import { newEvent } from '../../event-store/contract/some-events.ts';
import { openEventStoreDB } from '../../event-store/eventstoredb.ts';
import { asOften } from '../../testing/as-often.ts';
import { selfSignedCertificate } from '../../testing/servers/self-signed-certificate.ts';
import { productionSettings, runOperator } from '../../testing/shop-process.ts';
import { expectOneLine } from '../../testing/shops/expect-one-line.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { thoroughly } from '../../testing/thoroughly.ts';

let server: EventStoreDouble | undefined;
afterEach(() => server?.stop());

/** A server, and settings of a shop; `trusting` is a file with the server's certificate. */
async function shopOn(options: EventStoreDoubleOptions) {
  const folder = temporaryFolder();
  server = await startEventStoreDouble(options);
  const trusting = join(folder, 'authority.pem');
  if (options.tls) writeFileSync(trusting, options.tls.cert);
  return { port: server.port, trusting, settings: await productionSettings({ DATA_DIR: join(folder, 'data') }) };
}

const secured = () => ({ tls: selfSignedCertificate(), users: { admin: 'changeit' } });

describe('a start that an EventStoreDB refuses ends with one line that names EVENT_STORE', () => {
  it('for a wrong password', async () => {
    const { port, trusting, settings } = await shopOn(secured());
    const EVENT_STORE = `esdb://admin:wrong@localhost:${port}?tlsCAFile=${trusting}`;
    await expectOneLine(settings, { EVENT_STORE }, /EVENT_STORE has a user or a password .* esdb:\/\/user:password@/);
  });

  thoroughly('for a wrong password, at a cluster', async () => {
    const { port, trusting, settings } = await shopOn(secured());
    const EVENT_STORE = `esdb+discover://admin:wrong@localhost:${port}?tlsCAFile=${trusting}`;
    await expectOneLine(settings, { EVENT_STORE }, /EVENT_STORE has a user or a password/);
  });

  thoroughly('for a certificate that nobody it trusts has signed', async () => {
    const { port, settings } = await shopOn(secured());
    const EVENT_STORE = `esdb://admin:changeit@localhost:${port}`;
    await expectOneLine(settings, { EVENT_STORE }, /EVENT_STORE .* cannot be trusted \(self-signed .* tlsCAFile=/);
  });

  thoroughly('for such a certificate, at a cluster', async () => {
    const { port, settings } = await shopOn(secured());
    const EVENT_STORE = `esdb+discover://admin:changeit@localhost:${port}`;
    await expectOneLine(settings, { EVENT_STORE }, /EVENT_STORE .* cannot be trusted \(self-signed .* tlsCAFile=/);
  });

  thoroughly('for a certificate of another host', async () => {
    const { port, trusting, settings } = await shopOn({
      ...secured(),
      tls: selfSignedCertificate('shop.example'),
    });
    const EVENT_STORE = `esdb://admin:changeit@localhost:${port}?tlsCAFile=${trusting}`;
    await expectOneLine(settings, { EVENT_STORE }, /EVENT_STORE .* cannot be trusted \(does not match/);
  });

  thoroughly('for a server without TLS where the address wants it', async () => {
    const { port, settings } = await shopOn({});
    const EVENT_STORE = `esdb://admin:changeit@localhost:${port}`;
    await expectOneLine(settings, { EVENT_STORE }, /EVENT_STORE .* \(wrong version number\); .* tls=false/);
  });
});

describe('a command of operators that an EventStoreDB refuses ends with one line that names EVENT_STORE', () => {
  it.each(['books', 'projections'].slice(0, asOften(1, 2)))('%s, for a wrong password', async (command) => {
    const { port, trusting, settings } = await shopOn(secured());
    const EVENT_STORE = `esdb://admin:wrong@localhost:${port}?tlsCAFile=${trusting}`;
    expect(await runOperator({ ...settings, EVENT_STORE }, command)).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^EVENT_STORE has a user or a password [^\n]*\n$/),
    });
  });
});

describe('a secured EventStoreDB', () => {
  it('serves who has the password and trusts its certificate', async () => {
    const { port, trusting } = await shopOn(secured());
    const address = `esdb://admin:changeit@localhost:${port}?tlsCAFile=${trusting}`;
    const store = openEventStoreDB({ address, prefix: 'inventory-' });
    await store.append('stream', 'none', [newEvent()]);
    expect(await store.readStream('stream')).toHaveLength(1);
    await store.records.put('record', 'one', 'none');
    expect((await store.records.get('record'))?.value).toBe('one');
    await store.deleteStream('stream');
    await store.records.delete('record');
    expect(await Array.fromAsync(store.records.keys('record'))).toEqual([]);
    await store.close();
  });
});
