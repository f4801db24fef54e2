import { spawnSync } from 'node:child_process';
import { eventStoreImage } from '../doubles/eventstoredb/image.ts';
import { buildFrontend } from '../start/launch/frontend-build.ts';
import { findTestBrowser } from './clients/browser.ts';

/**
 * Before the tests: what they need beside npm packages. Missing Debian packages are installed where that is allowed
 * without asking (root, or sudo without a password); elsewhere the tests that need them are named as not run. The pages
 * are built here, once, so that no test finds them half built.
 */
const has = (command: string) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;
const missing = [
  ...(has('redis-server') || has('docker') ? [] : ['redis-server']),
  ...(findTestBrowser() ? [] : ['chromium']),
  ...(has('haproxy') ? [] : ['haproxy']),
  ...(has('cc') ? [] : ['gcc', 'libc6-dev']),
];

if (missing.length > 0 && has('apt-get')) {
  const root = process.getuid?.() === 0 ? '' : 'sudo -n ';
  console.log(`Installing ${missing.join(' and ')} for the tests.`);
  const install = `${root}apt-get update -qq && DEBIAN_FRONTEND=noninteractive ${root}apt-get install -y -qq ${missing.join(' ')}`;
  const { status } = spawnSync('sh', ['-c', `${install} >/dev/null`], { stdio: 'inherit' });
  if (status !== 0) console.log(`Could not be installed: ${missing.join(', ')}. What needs them is not run.`);
}

// Tests use a real EventStoreDB where they find its image, and fetch nothing themselves.
if (
  spawnSync('docker', ['info']).status === 0 &&
  spawnSync('docker', ['image', 'inspect', eventStoreImage]).status !== 0
) {
  console.log(`Fetching ${eventStoreImage} for the tests.`);
  const { status } = spawnSync('docker', ['pull', '--quiet', eventStoreImage], { timeout: 300_000 });
  if (status !== 0) console.log('It could not be fetched. The double of EventStoreDB takes its place.');
}

await buildFrontend();
