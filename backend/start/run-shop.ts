import { flushCompileCache } from 'node:module';
import { Unavailable } from '../../modules/kernel/errors.ts';
import { UnusableLog } from '../event-store/sqlite/unusable-log.ts';
import { AheadOfLog } from '../feed/reactions/reactor-checkpoint.ts';
import { openLog } from '../runtime/logging/log.ts';
import { sameSignal } from '../runtime/processes/same-signal.ts';
import { demoPartsOf } from './demo/demo.ts';
import { demoLine } from './demo/demo-people.ts';
import { keepOpen } from './keep-open.ts';
import { withKeysThatCame } from './keys/keys-at-start.ts';
import { compileAhead } from './launch/compile-ahead.ts';
import { buildFrontend } from './launch/frontend-build.ts';
import { BadSetting, readConfig } from './settings/config.ts';
import { openShop } from './shop.ts';

// A process that is the first of its container has no defaults for signals: what it does not listen to it does not hear.
// Until the shop is open nobody waits for an answer, and what was read of the log is kept.
const stopOpening = () => process.exit(0);
process.on('SIGTERM', stopOpening).on('SIGINT', stopOpening);

try {
  if (process.argv.includes('--compile')) {
    await compileAhead(openLog('error'));
    process.exit(0);
  }
  const config = readConfig(process.env);
  const log = openLog(config.LOG_LEVEL);
  const isBuilt = config.NODE_ENV === 'production' || process.argv.includes('--no-build');
  if (!isBuilt) await buildFrontend();
  // Of what is in the data directory others may see nothing, whoever has made the folder. What was built above is for everybody.
  process.umask(0o077);
  const kept = await keepOpen(() => withKeysThatCame(() => openShop(config, log)), log);
  const { origin, demo: demoOf } = kept.shop();
  console.log(`Inventory is open at ${origin}`);
  // For the next start, also when this process is killed; nothing is written when nothing has changed since the last.
  flushCompileCache();
  if (config.DEMO === 'public' && demoPartsOf(config)) {
    console.log(`Warning: DEMO=public lets others reach ${demoPartsOf(config)}.`);
  }
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    // Whoever says it again later means at once, which is what a signal does that nobody listens to.
    setTimeout(() => process.off('SIGTERM', stop).off('SIGINT', stop), sameSignal).unref();
    kept.close().then(
      () => process.exit(0),
      (reason: unknown) => {
        log.error({ err: reason }, 'closing failed');
        process.exit(1);
      },
    );
  };
  // In this order: while nobody listens to a signal, one that has come already is lost.
  process.on('SIGTERM', stop).on('SIGINT', stop);
  process.off('SIGTERM', stopOpening).off('SIGINT', stopOpening);
  const demo = await demoOf?.();
  if (demo) console.log(demoLine(demo));
  // Settles only where it could not be opened again.
  await kept.failed;
} catch (reason) {
  const isKnown = [BadSetting, UnusableLog, AheadOfLog, Unavailable].some((kind) => reason instanceof kind);
  if (!(isKnown && reason instanceof Error)) throw reason;
  console.error(`Inventory cannot start: ${reason.message}`);
  process.exit(1);
}
