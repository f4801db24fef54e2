import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const itsPackages = /node_modules[\\/](react-router|@mantine)[\\/]/;

const namesForTools = /^\w+\.displayName = "[^"]*";$/gm;
const madeByReact = /(?<=^(?:var|let|const) \w+ = )(?=React\d*\.(?:createContext|forwardRef|memo)\()/gm;

/** Where the router keeps what is built for use, in a folder beside the one that its package names. */
const production = join(fileURLToPath(import.meta.resolve('react-router')), '../../production');

/**
 * Leaves out of the pages' code what two of its packages bring along for nobody, 2.2 kB of every first visit: components of
 * the router that no page has, which stay since they are given names for React's tools and since no bundler knows that
 * making one does nothing else, and the router's warnings to whoever develops with it.
 */
export function leanPackages(): Plugin {
  return {
    name: 'lean-packages',
    apply: 'build',
    config: () => ({
      resolve: {
        alias: [
          { find: /^react-router$/, replacement: join(production, 'index.mjs') },
          { find: /^react-router\/dom$/, replacement: join(production, 'dom-export.mjs') },
        ],
      },
    }),
    transform: {
      filter: { id: itsPackages },
      handler: (code) => ({
        code: code.replaceAll(namesForTools, '').replaceAll(madeByReact, '/* @__PURE__ */ '),
        map: null,
      }),
    },
  };
}
