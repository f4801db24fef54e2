import { posix } from 'node:path';

/** The page of promises, relative to the root of the repository. */
export const guaranteesPage = 'docs/guarantees.md';

/** A test that a promise names: its file, relative to the root, and its title as it is written there. */
export type Proof = { readonly file: string; readonly title: string };

export type Promised = { readonly promise: string; readonly proofs: readonly Proof[] };

/** The promises of a page: each begins with bold type, and names its proofs in lines `- [file](path): "title"`. */
export function promisesOf(page: string): readonly Promised[] {
  return page
    .split(/\n(?=\*\*)/)
    .slice(1)
    .map((text) => ({
      promise: text.replace(/\*\*([^*]+)\*\*[\s\S]*/, '$1').replaceAll('\n', ' '),
      proofs: proofsOf(text),
    }));
}

function proofsOf(text: string): Proof[] {
  const lines = text.matchAll(/^- \[[^\]]+\]\(([^)]+)\): "(.+)"$/gm);
  return [...lines].map(([, path = '', title = '']) => ({
    file: posix.join(posix.dirname(guaranteesPage), path),
    title,
  }));
}
