import { expect, it, onTestFinished, vi } from 'vitest';
import { freePorts } from './free-ports.ts';

it('two who ask at the same time are given other ports, and so are two workers', async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  const ofWorker = async (id: string) => {
    vi.stubEnv('VITEST_POOL_ID', id);
    const asked = [freePorts(20), freePorts(20)];
    return (await Promise.all(asked)).flat();
  };
  const [one, other] = [await ofWorker('1'), await ofWorker('2')];
  expect(new Set([...one, ...other]).size).toBe(80);
  expect(Math.max(...one)).toBeLessThan(Math.min(...other));
});
