import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { listening } from '../../testing/servers/listening.ts';
import { warnOfForwardedFor } from './forwarded-for.ts';

/** What a shop that believes so many proxies says when it is called with these headers. */
async function saidWhenCalled(trustProxy: number, calls: readonly Record<string, string>[]) {
  const said: unknown[] = [];
  const look = warnOfForwardedFor(trustProxy, { warn: (...words: unknown[]) => said.push(words) });
  const server = createServer((request, response) => {
    look(request);
    response.end();
  });
  const port = await listening(server);
  for (const headers of calls) await fetch(`http://127.0.0.1:${port}/`, { headers });
  return said;
}

describe('a header that says where a call comes from', () => {
  it.each<Record<string, string>>([{ 'X-Forwarded-For': '203.0.113.1' }, { Forwarded: 'for=203.0.113.1' }])(
    'is told of once when it is not believed: %o',
    async (header) => {
      const said = await saidWhenCalled(0, [{}, header, header]);
      expect(said).toHaveLength(1);
      expect(JSON.stringify(said)).toContain('TRUST_PROXY is 0');
      expect(JSON.stringify(said)).not.toContain('203.0.113.1');
    },
  );

  it('is no matter when it is believed, or does not come', async () => {
    expect(await saidWhenCalled(1, [{ 'X-Forwarded-For': '203.0.113.1' }])).toEqual([]);
    expect(await saidWhenCalled(0, [{}])).toEqual([]);
  });
});
