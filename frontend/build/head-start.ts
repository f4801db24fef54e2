import type { Plugin } from 'vite';

/** Puts an entry of its own into the page, before the page's main one: the browser runs it without waiting for that. */
export function headStart(entry: string): Plugin {
  return {
    name: 'head-start',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunk = Object.values(bundle).find((one) => one.type === 'chunk' && one.isEntry && one.name === entry);
        if (!chunk) throw new Error(`There is no entry ${entry} to put into the page.`);
        const attrs = { type: 'module', async: true, crossorigin: true, src: `/${chunk.fileName}` };
        return [{ tag: 'script', attrs, injectTo: 'head-prepend' }];
      },
    },
  };
}
