import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { nothingSaid, saidArguments } from './runtime/processes/said-arguments.ts';
import { nodeFlags } from './start/launch/node-flags.ts';

const help = `
npm run dev
The backend, started again whenever one of its files changes, and Vite in front of it at http://localhost:5173, which passes on the API's
calls and the socket. The settings are those of the shop. Ends both when either ends.
`;

saidArguments(help, nothingSaid);
const root = join(import.meta.dirname, '..');
const start = (...parameters: string[]): ChildProcess =>
  spawn(process.execPath, parameters, { cwd: root, stdio: 'inherit' });

const watching = ['--watch-path=backend', '--watch-path=modules', '--watch-preserve-output'];
const children = [
  start(...nodeFlags, ...watching, 'backend/main.ts', '--no-build'),
  start('node_modules/vite/bin/vite.js', '--config', 'frontend/vite.config.ts'),
];

const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};
process.on('SIGINT', stop).on('SIGTERM', stop);
for (const child of children) child.once('exit', stop);
