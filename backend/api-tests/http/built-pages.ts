import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const page = '<!doctype html><title>Inventory</title><script type="module" src="/assets/app-1a2b.js"></script>\n';
const script = "document.title = 'Inventory';\n";

/** A folder as the frontend's build makes it: one page, and a script whose name changes with it; or with other files, by their names. */
export function builtPages(files: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'inventory-pages-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), page);
  writeFileSync(join(folder, 'assets/app-1a2b.js'), script);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return { folder, page, script, remove: () => rmSync(folder, { recursive: true }) };
}
