import { builtinEnvironments, type Environment } from 'vitest/runtime';

const { jsdom } = builtinEnvironments;

/** What a browser has, and what neither jsdom nor Vitest brings into a page of it. */
const lacking = ['ReadableStream', 'WritableStream', 'TransformStream'] as const;

/**
 * A page of jsdom for each spec file, in a context of its own (node:vm): it has its own globals and modules, and its timers end with it. The
 * process that it is in goes on to the next file, and has what all of them are made of compiled by then.
 */
export default {
  ...jsdom,
  name: 'page',
  async setupVM(options) {
    const page = await jsdom.setupVM?.(options);
    if (!page) throw new Error('The jsdom of Vitest has no contexts.');
    Object.assign(page.getVmContext(), Object.fromEntries(lacking.map((name) => [name, globalThis[name]])));
    return page;
  },
} satisfies Environment;
