import { executePair } from '../../kernel/commands/command-pair.ts';
import type { CommandContext, Commands, Decided } from '../../kernel/commands.ts';
import { derivedId, digest } from '../../kernel/encoding/derived.ts';
import { DamagedStream, NotFound, Refusal } from '../../kernel/errors.ts';
import { releaseStock } from '../commands/release-stock.ts';
import { type ReserveStock, reserveStock } from '../commands/reserve-stock.ts';
import { restock } from '../commands/restock.ts';
import { sellStock } from '../commands/sell-stock.ts';
import type { ToolEvent } from '../events.ts';
import { type Tool, tool } from '../tool.ts';
import { CannotBeHad, type Reservation, type Stock, type StockReserved } from './contract.ts';

/** The catalog's stock, as booking uses it. */
export function stockOf(commands: Commands): Stock {
  return {
    async whyNot(wanted) {
      try {
        reserveOrSayWhyNot({ type: 'ReserveStock', ...wanted }, await commands.load(tool, wanted.toolId));
        return undefined;
      } catch (reason) {
        if (reason instanceof CannotBeHad) return reason;
        // Without this, nobody could tell which line keeps a cart from being ordered.
        if (reason instanceof DamagedStream)
          return new CannotBeHad('This tool cannot be ordered at present.', { cause: reason });
        throw reason;
      }
    },
    async setAside(wanted, context) {
      const command = { type: 'ReserveStock', ...wanted } as const;
      const decided = await commands.execute(tool, wanted.toolId, context, command, reserveOrSayWhyNot);
      return reservationOf(decided, wanted.bookingId);
    },
    reserve({ toolId, bookingId, quantity, price }, context, order) {
      const command = { type: 'ReserveStock', toolId, bookingId, quantity, price } as const;
      const decide = (state: Tool) => reserveStock(command, state);
      return executePair(commands, context, { aggregate: tool, id: toolId, command, decide }, (decided) =>
        order(reservationOf(decided, bookingId)),
      );
    },
    async release({ toolId, bookingId }, context) {
      const once = onceFor(context, 'release-stock', bookingId);
      const command = { type: 'ReleaseStock', toolId, bookingId } as const;
      return (await commands.execute(tool, toolId, once, command, releaseStock)).position;
    },
    async sell({ toolId, bookingId }, context) {
      const once = onceFor(context, 'sell-stock', bookingId);
      const command = { type: 'SellStock', toolId, bookingId } as const;
      return (await commands.execute(tool, toolId, once, command, sellStock)).position;
    },
    async restock({ toolId, bookingId, refundId, quantity }, context) {
      const once = onceFor(context, 'restock', refundId);
      const command = { type: 'Restock', toolId, bookingId, refundId, quantity } as const;
      return (await commands.execute(tool, toolId, once, command, restock)).position;
    },
  };
}

/** What the stock refuses is told from what else refuses a command: a key that was used before, others who were faster. */
function reserveOrSayWhyNot(command: ReserveStock, state: Tool): StockReserved[] {
  try {
    return reserveStock(command, state);
  } catch (reason) {
    throw reason instanceof Refusal ? new CannotBeHad(reason.message, { cause: reason }) : reason;
  }
}

function reservationOf({ state, events }: Decided<Tool, ToolEvent>, bookingId: string): Reservation {
  if (state.status === 'none') throw new NotFound('There is no such tool.');
  const reserved = events.find((event) => event.type === 'StockReserved');
  const pieces = reserved?.data.quantity ?? state.reserved.get(bookingId) ?? 0;
  const unitPrice = reserved?.data.unitPrice ?? state.perPrice;
  return {
    toolId: state.toolId,
    bookingId,
    quantity: pieces,
    toolName: state.details.name,
    // Not asked again whether it is too large: it was decided, by a release of before perhaps.
    price: { ...unitPrice, amount: unitPrice.amount * pieces },
    isLarge: reserved?.data.large === true,
  };
}

/** The same for whoever asks: it is done once for its subject, whatever the reason was. */
function onceFor(context: CommandContext, what: string, subject: string): CommandContext {
  return { ...context, commandId: derivedId(what, subject), fingerprint: digest(what, subject) };
}
