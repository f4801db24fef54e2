import { type Span, SpanKind } from '@opentelemetry/api';
import type { CommandContext, Commands } from '../../modules/kernel/commands.ts';
import { ended } from './ended.ts';
import type { Spans } from './spans.ts';
import { spanIdOf, traceIdOf } from './trace-ids.ts';

/**
 * A span for each command: below the event that caused it, or else the call that it is carried out for.
 * @param call the id of the span of the call that something is done for at this moment
 */
export function tracedCommands(commands: Commands, spans: Spans, call: () => string | undefined): Commands {
  function begin({ commandId, correlationId, causationId }: CommandContext, command: string): Span {
    return spans.begin({
      name: command,
      kind: SpanKind.INTERNAL,
      traceId: traceIdOf(correlationId),
      id: spanIdOf(commandId, command),
      parent: causationId === undefined ? call() : spanIdOf(causationId),
    });
  }
  const { executeWith } = commands;
  return {
    execute: (aggregate, id, context, command, decide, how) =>
      ended([begin(context, command.type)], () => commands.execute(aggregate, id, context, command, decide, how)),
    ...(executeWith && {
      executeWith: (context, first, next) => {
        const begun = [begin(context, first.command.type)];
        const follow: typeof next = (decided) => {
          const step = next(decided);
          // Decided anew, where somebody else was faster, it is the same command.
          if (begun.length === 1) begun.push(begin(context, step.command.type));
          return step;
        };
        return ended(begun, () => executeWith(context, first, follow));
      },
    }),
    recall: (aggregate, id, context) => commands.recall(aggregate, id, context),
    load: (aggregate, id) => commands.load(aggregate, id),
  };
}
