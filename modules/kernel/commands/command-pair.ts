import type { CommandContext, Commands, Decided, HowToExecute, Outcome, Step } from '../commands.ts';
import type { DomainEvent } from '../event.ts';

/**
 * Carries out two commands of which the second follows from what the first comes to, on a thing whose id was made for it:
 * in one commit where the store can. Where it cannot, and where the thing is there already, because the command came
 * before, the second comes after the first: when something breaks in between, the first has happened alone, and the same
 * two again complete it.
 * @param next may be called more than once, as decisions are.
 * @returns what the second came to
 */
export async function executePair<First, E1 extends DomainEvent, Then, E2 extends DomainEvent>(
  commands: Commands,
  context: CommandContext,
  first: Step<First, E1>,
  next: (decided: Decided<First, E1>) => Step<Then, E2>,
): Promise<Outcome<Then, E2>> {
  const { outcome, followed } = commands.executeWith
    ? await commands.executeWith(context, first, next)
    : { outcome: await carryOut(commands, context, first, { isFollowed: true }) };
  return followed ?? carryOut(commands, context, next(outcome), { isNew: !outcome.repeated, isLeftAlone: true });
}

function carryOut<State, E extends DomainEvent>(
  commands: Commands,
  context: CommandContext,
  { aggregate, id, command, decide }: Step<State, E>,
  how: HowToExecute,
): Promise<Outcome<State, E>> {
  return commands.execute(aggregate, id, context, command, (_, state) => decide(state), how);
}
