import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { eventStoreImage } from '../../doubles/eventstoredb/image.ts';
import { patienceOf } from '../../http/connections/stop-server.ts';
import { readConfig } from '../../start/settings/config.ts';

const root = join(import.meta.dirname, '../../..');
const compose: unknown = parse(readFileSync(`${root}/docker-compose.yml`, 'utf8'), { merge: true });
const schemaFile = createRequire(import.meta.url)
  .resolve('dclint/package.json')
  .replace('package.json', 'schemas/compose.schema.json');
const schema: object = JSON.parse(readFileSync(schemaFile, 'utf8'));

const service = z.looseObject({
  image: z.string().optional(),
  build: z.unknown().optional(),
  environment: z.record(z.string(), z.string()).optional(),
  healthcheck: z.unknown().optional(),
  profiles: z.array(z.string()).optional(),
  depends_on: z.record(z.string(), z.unknown()).optional(),
  volumes: z.array(z.string()).optional(),
  read_only: z.boolean().optional(),
  stop_grace_period: z.string().optional(),
  logging: z.object({ driver: z.string(), options: z.record(z.string(), z.string()) }).optional(),
});
const { services, volumes } = z
  .object({ services: z.record(z.string(), service), volumes: z.record(z.string(), z.unknown()) })
  .parse(compose);

/** In so many milliseconds a node has stopped once nobody is sent to it, whatever is under way: stop-server.ts, and what follows. */
const stopWithin = patienceOf.drained + 5_000;

function millisecondsOf(said: RegExpExecArray | null): number {
  const [, number, unit] = said ?? [];
  return Number(number) * (unit === 's' ? 1_000 : 1);
}

describe('docker-compose.yml', () => {
  it('is valid by the compose specification', () => {
    const validate = new Ajv({ strict: false, validateFormats: false, validateSchema: false }).compile(schema);
    validate(compose);
    expect(validate.errors ?? []).toEqual([]);
  });

  it('would be found out if it were not', () => {
    const validate = new Ajv({ strict: false, validateFormats: false, validateSchema: false }).compile(schema);
    expect(validate({ services: { app: { image: 7 } } })).toBe(false);
  });

  it('says of every shop that its demo is meant, without which none of them would start', () => {
    const image = readFileSync(`${root}/Dockerfile`, 'utf8');
    const set = Object.fromEntries([...image.matchAll(/\b([A-Z_]+)=(\S+)/g)].map(([, name, value]) => [name, value]));
    const shops = Object.values(services).filter(({ build }) => build);
    expect(shops.length).toBeGreaterThan(1);
    for (const { environment } of shops) {
      expect(() => readConfig({ ...set, ...environment })).not.toThrow();
      expect(() => readConfig({ ...set, ...environment, DEMO: '' })).toThrow(/^DEMO /);
    }
  });

  it('leaves a node the time to go, which the proxy has noticed by then', () => {
    const { DRAIN } = readConfig({ TRUST_PROXY: '1' });
    for (const { build, stop_grace_period: grace } of Object.values(services)) {
      if (build) expect(Number(/^(\d+)s$/.exec(grace ?? '')?.[1]) * 1_000).toBeGreaterThan(DRAIN + stopWithin);
    }
    const proxy = readFileSync(`${root}/deploy/haproxy.cfg`, 'utf8');
    const said = (name: string) => millisecondsOf(new RegExp(`\\b${name} (\\d+)(ms|s)?\\b`).exec(proxy));
    expect(proxy).toContain(' fall 1 ');
    expect(said('inter') + said('timeout check')).toBeLessThan(DRAIN);
    expect(proxy).toContain('option httpchk GET /health/serving');
  });

  it('calls no node ill whose store is away, at the start or later', () => {
    const [check] = /^HEALTHCHECK (?:.*\\\n)*.*$/m.exec(readFileSync(`${root}/Dockerfile`, 'utf8')) ?? [];
    expect(check).toContain('/health/serving');
    expect(check).toContain('--start-period=24h');
    for (const { build, healthcheck } of Object.values(services)) if (build) expect(healthcheck).toBeUndefined();
  });

  it('asks a node how it is where that listens', async () => {
    const [, said = ''] = /^HEALTHCHECK .*\\\n *CMD (.*)$/m.exec(readFileSync(`${root}/Dockerfile`, 'utf8')) ?? [];
    const [, ...words] = z.array(z.string()).parse(JSON.parse(said));
    let status = 200;
    const node = createServer(({ url }, response) => {
      response.writeHead(url === '/health/serving' ? status : 404, { connection: 'close' }).end();
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void node.close());
    await once(node, 'listening');
    const PORT = `${(node.address() as AddressInfo).port}`;
    const asked = async () => (await once(spawn(process.execPath, words, { env: { PORT } }), 'exit'))[0];
    expect(await asked()).toBe(0);
    status = 503;
    expect(await asked()).toBe(1);
  });

  it('pins every image that is not built here', () => {
    const images = Object.values(services)
      .filter(({ build }) => !build)
      .map(({ image }) => image ?? '');
    for (const image of images) expect(image).toMatch(/:\d+\.\d+/);
  });

  it('runs the EventStoreDB that the shop is tested with', () => {
    expect(services.eventstore?.image).toBe(eventStoreImage);
  });

  it('checks the health of whatever another service waits for', () => {
    const waitedFor = new Set(Object.values(services).flatMap(({ depends_on = {} }) => Object.keys(depends_on)));
    expect(waitedFor.size).toBeGreaterThan(0);
    // The shop's own nodes have the health check of their image.
    for (const name of waitedFor) expect(services[name]?.healthcheck ?? services[name]?.build, name).toBeDefined();
  });

  it('keeps no more than so much of what a service says', () => {
    for (const [name, { logging }] of Object.entries(services)) {
      expect(logging, name).toEqual({ driver: 'local', options: { 'max-size': '20m', 'max-file': '5' } });
    }
  });

  it('keeps the data of both stores in volumes', () => {
    expect(Object.keys(volumes).sort()).toEqual(['eventstore', 'redis', 'shop']);
    for (const name of ['eventstore', 'redis']) expect(services[name]?.volumes?.[0]).toContain(`${name}:/`);
  });

  it('has three nodes behind a proxy in the profile scale, all on a read-only file system', () => {
    const scaled = Object.entries(services).filter(([, { profiles }]) => profiles?.includes('scale'));
    expect(scaled.map(([name]) => name).sort()).toEqual(['node1', 'node2', 'node3', 'proxy']);
    for (const [name, { build, read_only }] of scaled) if (build) expect(read_only, name).toBe(true);
  });
});
