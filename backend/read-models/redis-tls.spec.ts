import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { freePorts } from '../testing/redis/free-ports.ts';
import { nodeMaker } from '../testing/redis/node-maker.ts';
import type { RedisNode } from '../testing/redis/redis-node.ts';
import { selfSignedCertificate } from '../testing/servers/self-signed-certificate.ts';
import { applyUntil, expectApplied } from './contract/applying.ts';
import { openRedisReadModels } from './redis.ts';
import { BadRedisAddress } from './redis-address.ts';

const folder = mkdtempSync(join(tmpdir(), 'redis-'));
const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
const trusted = getCACertificates();
let server: RedisNode;
let address: string;

function open(settings = '') {
  const store = openRedisReadModels({ address: address + settings, prefix: 'inventory-' });
  onTestFinished(() => store.close());
  return store;
}

beforeAll(async () => {
  const own = selfSignedCertificate();
  writeFileSync(cert, own.cert);
  writeFileSync(key, own.key);
  setDefaultCACertificates([...trusted, own.cert]);
  const [port = 0] = await freePorts(1);
  const files = ['--tls-cert-file', cert, '--tls-key-file', key, '--tls-ca-cert-file', cert];
  const flags = ['--port', '0', '--tls-port', String(port), ...files];
  server = (await nodeMaker())({ port, folder, flags });
  await server.start();
  address = `rediss://localhost:${port}`;
});

afterAll(async () => {
  setDefaultCACertificates(trusted);
  await server.stop();
  rmSync(folder, { recursive: true });
});

describe('read models in a Redis that wants to see a certificate, as it does where nothing else is set', () => {
  it('are there for who shows one', async () => {
    const store = open(`?userCertFile=${cert}&userKeyFile=${key}`);
    await applyUntil(store, 'p', 2n);
    await expectApplied(store, 'p', 2n);
  });

  it('are refused to who shows none, which is said', async () => {
    const store = open();
    await expect
      .poll(() => store.get('p', 'total').catch(String), { timeout: 30_000 })
      .toMatch(/^AccessRefused: READ_MODELS .*\(certificate required\).*\?userCertFile=/);
  });

  it.each([
    ['a file that is not there', `?userCertFile=${folder}/none.pem&userKeyFile=${key}`, /ENOENT/],
    ['a file that is no key', `?userCertFile=${cert}&userKeyFile=${cert}`, /./],
  ])('are not looked for with %s', (_, settings, because) => {
    expect(() => open(settings)).toThrow(BadRedisAddress);
    expect(() => open(settings)).toThrow(because);
  });
});
