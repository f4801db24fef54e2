import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** One import in a file of ours: where it stands, and what it names. Paths are relative to the root, with slashes. */
export type Import = {
  readonly from: string;
  /** A path of ours, or a package's name. */
  readonly to: string;
  readonly isOurs: boolean;
  readonly isTypeOnly: boolean;
};

export type SourceFile = {
  readonly path: string;
  /** Without its comments in blocks. */
  readonly text: string;
  /** How many it has, with its comments. */
  readonly lines: number;
  readonly imports: readonly Import[];
};

const statement = /^\s*(import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]/gm;
const dynamic = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/** Every TypeScript file below the root's folders, with its imports. */
export function readSources(root: string, folders: readonly string[]): SourceFile[] {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes('node_modules'))
    .map((entry) => sourceOf(root, join(entry.parentPath, entry.name)));
}

function sourceOf(root: string, file: string): SourceFile {
  const written = readFileSync(file, 'utf8');
  const text = written.replaceAll(/\/\*[\s\S]*?\*\//g, '');
  const path = relative(root, file);
  const found = (specifier: string, isTypeOnly: boolean): Import => {
    const isOurs = specifier.startsWith('.');
    const to = isOurs ? relative(root, join(dirname(file), specifier)) : specifier;
    return { from: path, to, isOurs, isTypeOnly };
  };
  return {
    path,
    text,
    lines: written.split('\n').length - 1,
    imports: [
      ...[...text.matchAll(statement)].map(([, , type, specifier]) => found(specifier ?? '', type !== undefined)),
      ...[...text.matchAll(dynamic)].map(([, specifier]) => found(specifier ?? '', false)),
    ],
  };
}

/** The circles among our own imports: each as the paths that it goes through. */
export function circlesIn(sources: readonly SourceFile[]): string[][] {
  const targets = new Map(sources.map(({ path, imports }) => [path, imports.filter((i) => i.isOurs).map((i) => i.to)]));
  const circles: string[][] = [];
  const done = new Set<string>();
  const trail: string[] = [];
  const visit = (path: string): void => {
    const at = trail.indexOf(path);
    if (at >= 0) circles.push([...trail.slice(at), path]);
    if (at >= 0 || done.has(path)) return;
    trail.push(path);
    for (const target of targets.get(path) ?? []) visit(target);
    trail.pop();
    done.add(path);
  };
  for (const path of targets.keys()) visit(path);
  return circles;
}
