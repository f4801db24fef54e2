import type { Aggregate } from '../../kernel/aggregate.ts';
import type { CommandContext } from '../../kernel/commands.ts';
import type { DomainEvent } from '../../kernel/event.ts';
import type { Reservation, Stock } from '../stock/contract.ts';

type Noted = DomainEvent<'Noted', { bookingId: string }>;

const note: Aggregate<boolean, Noted> = { name: 'note', initial: false, evolve: () => true };

/** Sets pieces aside for an order that is no more than a note; resolves to what was set aside. */
export async function setAside(
  stock: Stock,
  wanted: Parameters<Stock['reserve']>[0],
  context: CommandContext,
): Promise<Reservation> {
  const made: Reservation[] = [];
  await stock.reserve(wanted, context, (reserved) => {
    made.push(reserved);
    const { bookingId } = reserved;
    const decide = (isNoted: boolean): Noted[] => (isNoted ? [] : [{ type: 'Noted', data: { bookingId } }]);
    return { aggregate: note, id: bookingId, command: { type: 'Note' }, decide };
  });
  const last = made.at(-1);
  if (!last) throw new Error('Nothing was set aside.');
  return last;
}
