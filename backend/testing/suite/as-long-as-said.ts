import type { Plugin } from 'vite';

const told = '\0fast-check, told';

/**
 * Has properties tried on lists and texts as long as they say. Without this fast-check makes ten elements at most, whatever `maxLength`
 * says. It is told where it is imported, since most specs load none of it.
 */
export function asLongAsSaid(): Plugin {
  return {
    name: 'as-long-as-said',
    enforce: 'pre',
    resolveId: (source, importer) => (source === 'fast-check' && importer !== told ? told : undefined),
    load: (id) =>
      id === told
        ? `import fc from 'fast-check';
           fc.configureGlobal({ defaultSizeToMaxWhenMaxSpecified: true });
           export default fc;`
        : undefined,
  };
}
