import type { Plugin } from 'vite';

const itsModule = /@mantine[\\/]hooks[\\/]esm[\\/]use-id[\\/]use-id\.mjs$/;

const atOnce = `import { useId as useReactId } from 'react';
export function useId(staticId) {
  const id = useReactId();
  return typeof staticId === 'string' ? staticId : id;
}
`;

/**
 * Gives Mantine's fields React's ids. Mantine gives each another one right after its first rendering: with the page's first
 * one, React then renders a second time, and does everything that waits for later, in the same task.
 */
export function idsAtOnce(): Plugin {
  return {
    name: 'ids-at-once',
    apply: 'build',
    transform: {
      filter: { id: itsModule },
      handler(code) {
        if (!code.includes('setUuid(randomId())'))
          throw new Error('Mantine gives its ids otherwise: look whether this is still needed.');
        return { code: atOnce, map: null };
      },
    },
  };
}
