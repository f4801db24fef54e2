import { streamOf } from '../../../modules/kernel/aggregate.ts';
import type { Commands } from '../../../modules/kernel/commands.ts';
import { DamagedStream } from '../../../modules/kernel/errors.ts';

/** Commands of a store in which these streams cannot be read. */
export function damagedIn(commands: Commands, ...streams: readonly string[]): Commands {
  const readable = (stream: string) => {
    if (streams.includes(stream)) throw new DamagedStream(stream, 'It is broken.');
  };
  return {
    execute: async (aggregate, id, context, command, decide, how) => {
      if (!how?.isBlind) readable(streamOf(aggregate, id));
      return commands.execute(aggregate, id, context, command, decide, how);
    },
    recall: async (aggregate, id, ...rest) => {
      readable(streamOf(aggregate, id));
      return commands.recall(aggregate, id, ...rest);
    },
    load: async (aggregate, id) => {
      readable(streamOf(aggregate, id));
      return commands.load(aggregate, id);
    },
  };
}
