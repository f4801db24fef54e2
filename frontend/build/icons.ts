import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const prefix = '~icons/';
const component = join(import.meta.dirname, '../src/components/icon.tsx');

/** What is inside of each icon's `<svg>`, by its name at https://tabler.io/icons. */
type Drawings = Readonly<Record<string, { readonly body: string } | undefined>>;

/**
 * Makes `~icons/search` a component that draws Tabler's icon of that name, and puts nothing of the others into the pages. Why not their
 * package for React: docs/decisions/0100-icons-from-one-file.md.
 */
export function icons(): Plugin {
  let drawings: Drawings | undefined;
  return {
    name: 'icons',
    resolveId: { filter: { id: new RegExp(`^${prefix}`) }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: new RegExp(`^\0${prefix}`) },
      handler(id) {
        drawings ??= drawingsOf('@iconify-json/tabler/icons.json');
        const name = id.slice(prefix.length + 1);
        const drawing = drawings[name];
        if (!drawing) return this.error(`Tabler has no icon ${name}.`);
        const from = JSON.stringify(component);
        return `import { iconOf } from ${from};\nexport default /* @__PURE__ */ iconOf(${JSON.stringify(drawing.body)});`;
      },
    },
  };
}

function drawingsOf(file: string): Drawings {
  return JSON.parse(readFileSync(fileURLToPath(import.meta.resolve(file)), 'utf8')).icons;
}
