import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What V8's sampling profiler writes (.cpuprofile). */
type Profile = {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  /** Microseconds before each sample. */
  readonly timeDeltas: readonly number[];
};

/** Microseconds of a thread by what they went to. */
export type Parts = ReadonlyMap<string, number>;

const idle = 'idle';
const own: Readonly<Record<string, string>> = {
  '(idle)': idle,
  '(garbage collector)': 'garbage collector',
  '(program)': 'outside of JavaScript: system calls, and what V8 does',
  '(root)': 'outside of JavaScript: system calls, and what V8 does',
};

/** What a thread did, without what it waited: each function's own time, with that of the native code that it calls. */
export function partsOf({ nodes, samples, timeDeltas }: Profile): Parts {
  const partOf = new Map<number, string>();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const name = (id: number, caller: string) => {
    const node = byId.get(id);
    if (!node) return;
    const part = own[node.callFrame.functionName] ?? placeOf(node.callFrame.url) ?? caller;
    partOf.set(id, part);
    for (const child of node.children ?? []) name(child, part);
  };
  const [root] = nodes;
  if (root) name(root.id, '');
  const parts = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const part = partOf.get(id) ?? idle;
    if (part !== idle) parts.set(part, (parts.get(part) ?? 0) + (timeDeltas[index] ?? 0));
  }
  return parts;
}

/** Which part of the shop a file belongs to; undefined for native code, which is its caller's. */
function placeOf(url: string): string | undefined {
  if (url === '') return undefined;
  if (url.startsWith('node:')) return partOfNode(url);
  const [, library] = /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (library !== undefined) return library;
  const [, place] = /\/((?:backend|modules)\/[^/]+)/.exec(url) ?? [];
  return place ?? 'the rest';
}

function partOfNode(url: string): string {
  if (/http2/.test(url)) return 'Node’s HTTP/2';
  if (/http|net$|stream|timers/.test(url)) return 'Node’s HTTP and sockets';
  return 'the rest of Node';
}

/** Of each thread of a process that was started with --cpu-prof, the busiest first. */
export async function profilesIn(folder: string): Promise<Parts[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile'));
  const parts = await Promise.all(files.map(async (name) => readProfile(join(folder, name))));
  const sum = (one: Parts) => [...one.values()].reduce((total, value) => total + value, 0);
  return parts.toSorted((one, other) => sum(other) - sum(one));
}

export async function readProfile(file: string): Promise<Parts> {
  return partsOf(JSON.parse(await readFile(file, 'utf8')) as Profile);
}

/** A table in Markdown, a line each: what every column spends on what, in microseconds each; what is less than 0.5 % is the rest. */
export function tableOfParts(
  columns: readonly { readonly what: string; readonly parts: Parts; readonly times: number }[],
): string[] {
  const least = 0.005;
  const kept = columns.map(({ what, parts, times }) => {
    const all = [...parts.values()].reduce((total, value) => total + value, 0);
    const each = new Map<string, number>();
    for (const [part, value] of parts) {
      const name = value < least * all ? 'the rest' : part;
      each.set(name, (each.get(name) ?? 0) + value / times);
    }
    return { what, each, all: all / times };
  });
  const most = (part: string) => Math.max(...kept.map(({ each, all }) => (each.get(part) ?? 0) / all));
  const names = [...new Set(kept.flatMap(({ each }) => [...each.keys()]))].toSorted((a, b) => most(b) - most(a));
  const inOrder = [...names.filter((name) => name !== 'the rest'), 'the rest'];
  const shown = (value: number | undefined) => (value === undefined ? '' : value.toFixed(1));
  return [
    `| µs of the event loop’s thread | ${kept.map(({ what }) => what).join(' | ')} |`,
    `|---${'|---'.repeat(kept.length)}|`,
    ...inOrder.map((name) => `| ${name} | ${kept.map(({ each }) => shown(each.get(name))).join(' | ')} |`),
    `| all | ${kept.map(({ all }) => shown(all)).join(' | ')} |`,
  ];
}
