import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { countIn, WrongArgument } from '../runtime/processes/said-arguments.ts';
import type { SoakSizes } from './soak.ts';

/**
 * What `npm run soak` was said: how much of everything, and in which folder.
 * @throws WrongArgument, or what Node's parseArgs throws, in one line
 */
export function soakArguments(args: readonly string[]): { readonly sizes: SoakSizes; readonly folder: string } {
  const { values } = parseArgs({
    args: [...args],
    options: {
      orders: { type: 'string', default: '1000000' },
      tools: { type: 'string', default: '50' },
      people: { type: 'string', default: '5000' },
      erasures: { type: 'string', default: '1000' },
      hours: { type: 'string', default: '72' },
      'at-once': { type: 'string', default: '64' },
      folder: { type: 'string', default: tmpdir() },
    },
  });
  const { folder } = values;
  if (!existsSync(folder)) throw new WrongArgument(`--folder must be a folder that is there, and is '${folder}'.`);
  const sizes = {
    orders: countIn('--orders', values.orders),
    tools: countIn('--tools', values.tools),
    people: countIn('--people', values.people),
    erasures: countIn('--erasures', values.erasures, 0),
    hours: countIn('--hours', values.hours),
    atOnce: countIn('--at-once', values['at-once']),
  };
  return { sizes, folder };
}
