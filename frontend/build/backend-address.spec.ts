import { expect, it, vi } from 'vitest';
import { backendAddress } from './backend-address.ts';

it.each([
  [{}, 'http://127.0.0.1:3000'],
  [{ PORT: '5241' }, 'http://127.0.0.1:5241'],
  [{ PORT: '', HOST: '' }, 'http://127.0.0.1:3000'],
  [{ HOST: '0.0.0.0' }, 'http://127.0.0.1:3000'],
  [{ HOST: '192.0.2.1', PORT: '80' }, 'http://192.0.2.1:80'],
  [{ HOST: '::1' }, 'http://[::1]:3000'],
])('the backend of %o is asked at %s', (environment, address) => expect(backendAddress(environment)).toBe(address));

it('all that Vite passes on goes there', async () => {
  vi.stubEnv('PORT', '5241');
  const { default: config } = await import('../vite.config.ts');
  vi.unstubAllEnvs();
  const proxies = Object.values(config.server?.proxy ?? {});
  expect(proxies.length).toBeGreaterThan(0);
  for (const proxy of proxies) expect(proxy).toMatchObject({ target: 'http://127.0.0.1:5241' });
});
