import { readdirSync, readFileSync } from 'node:fs';

/** A process, and a line about it: what it is, and what of the system it waits in. */
export type Started = {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
  readonly said: string;
};

/** What a process has started, and what that has; nothing where there is no /proc. */
export function startedBy(root: number): Started[] {
  const all = processes();
  const of = (pid: number): Started[] =>
    all.filter(({ parent }) => parent === pid).flatMap((child) => [child, ...of(child.pid)]);
  return of(root);
}

function processes(): Started[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap(processOf);
  } catch {
    return [];
  }
}

function processOf(name: string): Started[] {
  try {
    const of = (file: string) => readFileSync(`/proc/${name}/${file}`, 'utf8');
    const command = of('cmdline').replaceAll('\0', ' ').trim();
    const stat = of('stat');
    const [state = '', parent = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const said = `process ${name} of ${parent}, ${state}, in ${of('wchan')}: ${command.slice(-300)}`;
    return [{ pid: Number(name), parent: Number(parent), command, said }];
  } catch {
    return []; // It has ended meanwhile.
  }
}
