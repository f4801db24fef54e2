import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { localIssuer } from './local-issuer.ts';

const loaded = vi.hoisted(() => ({ times: 0 }));
vi.mock('oidc-provider', async (original) => {
  loaded.times += 1;
  return original();
});

describe('the local issuer', () => {
  const server = createServer();
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { issuer, router } = localIssuer(origin, '/identity/google/callback', () => {});

  beforeAll(async () => {
    server.on('request', express().use('/sandbox/issuer', router));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('is loaded when somebody uses it, and not before', async () => {
    const { address } = await issuer.begin({ callback: `${origin()}/identity/google/callback`, anew: false });
    expect((await fetch(`${origin()}/sandbox/issuer/issuer.css`)).status).toBe(200);
    expect(loaded.times).toBe(0);
    const page = await fetch(new URL(address, origin()), { redirect: 'manual' });
    expect(page.headers.get('location')).toMatch(/^\/sandbox\/issuer\/interaction\//);
    expect(loaded.times).toBe(1);
  });
});
