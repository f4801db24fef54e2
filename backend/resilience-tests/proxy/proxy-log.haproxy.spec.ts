import { expect, it } from 'vitest';
import { nodeBehindHaproxy } from '../../testing/servers/haproxy.ts';

it('the proxy writes down how a call went, and nothing of who called or of whom it was about', async () => {
  let log = '';
  const { proxy } = await nodeBehindHaproxy((_, response) => response.end('{}'), {
    logged: (text) => {
      log += text;
    },
  });

  await fetch(`${proxy}/user/mina@example.com?personEmail=mina%40example.com`, { method: 'PATCH' });
  await expect.poll(() => log).toContain(' PATCH ');
  const lines = log.split('\n').filter((line) => line.includes(' PATCH '));
  expect(lines).toEqual([
    expect.stringMatching(/^\[.+\] nodes\/node\d PATCH 200 0\/0\/\d+\/\d+\/\d+ \d+ --\S+ [\d/]+ 0\/0$/),
  ]);
  expect(log).not.toMatch(/mina|example|user|127\.0\.0\.1/i);
});
