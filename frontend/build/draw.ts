import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

// A process of its own, which ends when it is done: what the pages' code leaves open would keep the build from ending.
const [drawer = '', picture = ''] = process.argv.slice(2);

// What the pages ask of a browser while they are drawn without one: nobody is signed in, nothing is stored, and the nonce of
// their styles is put in by the server, answer by answer (backend/http/pages/page.ts).
Object.assign(globalThis, {
  window: new EventTarget(),
  localStorage: { getItem: () => null },
  sessionStorage: { getItem: () => null },
  document: { querySelector: () => ({ nonce: '__NONCE__' }), getElementById: () => null },
});

const { firstScreens } = await import(pathToFileURL(drawer).href);
await writeFile(picture, JSON.stringify(firstScreens()));
process.exit(0);
