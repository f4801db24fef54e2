import { parseArgs } from 'node:util';
import { countIn, oneOf } from '../../../backend/runtime/processes/said-arguments.ts';

/**
 * What `npm run screens` was said (screens.ts).
 * @throws WrongArgument, or what Node's parseArgs throws, in one line
 */
export function screensArguments(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      into: { type: 'string' },
      widths: { type: 'string', default: '1280,390' },
      schemes: { type: 'string', default: 'light,dark' },
      only: { type: 'string', default: '' },
    },
  });
  return {
    into: values.into,
    only: values.only,
    widths: values.widths.split(',').map((width) => countIn('A width', width)),
    schemes: values.schemes.split(',').map((scheme) => oneOf('A scheme', scheme, ['light', 'dark'])),
  };
}
