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
/** The profiler's own doing. */
const profiling = /^node:inspector/;
const outside = 'outside of JavaScript: system calls, and what V8 does';
const own = new Map([
  ['(idle)', idle],
  ['(garbage collector)', 'garbage collector'],
  ['(program)', outside],
  ['(root)', outside],
]);

/** What a thread did, without what it waited: each function's own time, with that of the native code that it calls. */
export function partsOf({ nodes, samples, timeDeltas }: Profile): Parts {
  const partOf = new Map<number, string>();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const name = (id: number, caller: string) => {
    const node = byId.get(id);
    if (!node) return;
    const { functionName, url } = node.callFrame;
    const part = profiling.test(url) ? idle : (own.get(functionName) ?? placeOf(url) ?? caller);
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
  if (url.startsWith('node:')) return partOfNode(url);
  if (!url.startsWith('file:')) return undefined;
  const [, library] = /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (library !== undefined) return library;
  const [, place] = /\/((?:backend|modules)\/[^/]+)/.exec(url) ?? [];
  return place ?? 'the rest';
}

function partOfNode(url: string): string {
  if (/http2/.test(url)) return 'Node’s HTTP/2';
  if (/modules|bootstrap|\bvm\b/.test(url)) return 'loading the shop';
  if (/crypto/.test(url)) return 'Node’s cryptography';
  if (/worker|event_target|structured_clone/.test(url)) return 'messages between threads';
  if (/task_queues|async_hooks|async_context/.test(url)) return 'Node’s ticks and promises';
  if (/http|net$|stream|timers|events$/.test(url)) return 'Node’s HTTP and sockets';
  return 'the rest of Node';
}

/**
 * The same as so many microseconds in all. The profiler counts by the clock, also while others have the processor; what a
 * thread has had of it the system knows.
 */
export function scaledTo(all: number, parts: Parts): Parts {
  const sum = sumOf(parts);
  return new Map([...parts].map(([part, value]) => [part, (value / sum) * all]));
}

export function sumOf(parts: Parts): number {
  return [...parts.values()].reduce((total, value) => total + value, 0);
}

/** Of each thread of a process that was started with --cpu-prof, the busiest first. */
export async function profilesIn(folder: string): Promise<Parts[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile'));
  const parts = await Promise.all(files.map(async (name) => readProfile(join(folder, name))));
  return parts.toSorted((one, other) => sumOf(other) - sumOf(one));
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
    const all = sumOf(parts);
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
    `| µs of the processor | ${kept.map(({ what }) => what).join(' | ')} |`,
    `|---${'|---'.repeat(kept.length)}|`,
    ...inOrder.map((name) => `| ${name} | ${kept.map(({ each }) => shown(each.get(name))).join(' | ')} |`),
    `| all | ${kept.map(({ all }) => shown(all)).join(' | ')} |`,
  ];
}
