import { parentPort } from 'node:worker_threads';
import { operator } from '../operator/operator.ts';

/** What is to be carried out, and where: as a process of its own would be told it. */
export type Order = { readonly environment: Readonly<Record<string, string>>; readonly said: readonly string[] };

/** How it went. */
export type Carried = {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Whether the command has ended the thread as it would have its process. */
  readonly hasEnded: boolean;
};

let stdout = '';
let stderr = '';
process.stdout.write = ((text: string | Uint8Array) => {
  stdout += typeof text === 'string' ? text : Buffer.from(text);
  return true;
}) as typeof process.stdout.write;
process.stderr.write = ((text: string | Uint8Array) => {
  stderr += typeof text === 'string' ? text : Buffer.from(text);
  return true;
}) as typeof process.stderr.write;
// For whoever ends where it stands, as commander does after --help and where it understands nothing.
process.once('exit', (code) => parentPort?.postMessage({ code, stdout, stderr, hasEnded: true }));

parentPort?.on('message', async ({ environment, said }: Order) => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
  [stdout, stderr] = ['', ''];
  process.exitCode = 0;
  await operator.parseAsync(said, { from: 'user' });
  parentPort?.postMessage({ code: Number(process.exitCode), stdout, stderr, hasEnded: false });
});
