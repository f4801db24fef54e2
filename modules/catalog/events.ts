import type { DomainEvent } from '../kernel/event.ts';
import type { Money } from '../kernel/money.ts';
import { storedEvents } from '../kernel/stored-events.ts';
import type { StockReleased, StockReserved, StockReturned, StockSold } from './contract.ts';

export type ToolAdded = DomainEvent<
  'ToolAdded',
  {
    toolId: string;
    name: string;
    image: string;
    description: string;
    minimumOrder: number;
    available: number;
    buyGear: number;
    perPrice: Money;
    totalPrice: Money;
    ratings: number;
  }
>;

export type ToolEvent = ToolAdded | StockReserved | StockReleased | StockSold | StockReturned;

export const toolEvents = storedEvents<ToolEvent>({
  ToolAdded: { version: 1 },
  StockReserved: { version: 1 },
  StockReleased: { version: 1 },
  StockSold: { version: 1 },
  StockReturned: { version: 1 },
});
