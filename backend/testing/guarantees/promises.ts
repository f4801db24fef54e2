import { posix } from 'node:path';

/** The page of promises, relative to the root of the repository. */
export const guaranteesPage = 'docs/guarantees.md';
/** All pages that promise something and name its tests. */
export const promisingPages = [guaranteesPage, 'SECURITY.md'];

/** A test that a promise names: its file, relative to the root, and its title as it is written there. */
export type Proof = { readonly file: string; readonly title: string };

export type Promised = { readonly promise: string; readonly proofs: readonly Proof[] };

/**
 * The promises of a page: each begins with bold type, and names its proofs in lines `- [file](path): "title"`.
 * @param at where the page is, relative to the root: its links are relative to that
 */
export function promisesOf(page: string, at = guaranteesPage): readonly Promised[] {
  return page
    .split(/\n(?=\*\*)/)
    .slice(1)
    .map((text) => ({
      promise: text.replace(/\*\*([^*]+)\*\*[\s\S]*/, '$1').replaceAll('\n', ' '),
      proofs: proofsOf(text, at),
    }));
}

function proofsOf(text: string, at: string): Proof[] {
  const lines = text.matchAll(/^- \[[^\]]+\]\(([^)]+)\): "(.+)"$/gm);
  return [...lines].map(([, path = '', title = '']) => ({
    file: posix.join(posix.dirname(at), path),
    title,
  }));
}
