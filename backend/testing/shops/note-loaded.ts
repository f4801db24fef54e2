import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/**
 * To be imported ahead of a process (--import): notes each file that its event loop loads from now on, as it is loaded, and as the process ends
 * what it has of Node's own.
 */
const { NOTE_LOADED: file } = process.env;

if (file !== undefined) {
  registerHooks({
    load(url, context, next) {
      appendFileSync(file, `${url}\n`);
      return next(url, context);
    },
  });
  process.on('exit', () => appendFileSync(file, [Reflect.get(process, 'moduleLoadList')].flat().join('\n')));
}
