import { expect, it } from 'vitest';
import { withAllModules } from '../../backend/event-catalogue/all-modules.ts';
import { pages } from '../../modules/kernel/wire/page-addresses.ts';
import { backendPaths, sentTo } from './backend-paths.ts';

const exampleOf = (path: string) => path.replaceAll(/\{\w+\}|:\w+/g, 'x');

it('every call is passed on in development, and no page is', async () => {
  const calls = await withAllModules(async (modules) => modules.flatMap(({ routes }) => routes));
  expect(calls.length).toBeGreaterThan(50);
  const notPassedOn = calls.filter(({ method, path }) => {
    const isSent = method !== 'get' && new RegExp(sentTo).test(exampleOf(path));
    return !isSent && !new RegExp(backendPaths).test(exampleOf(path));
  });
  expect(notPassedOn.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  expect(Object.values(pages).filter((path) => new RegExp(backendPaths).test(exampleOf(path)))).toEqual([
    '/sandbox/mail',
  ]);
});
