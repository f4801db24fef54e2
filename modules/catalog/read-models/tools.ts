import { decimalOf } from '../../kernel/money.ts';
import { projection } from '../../kernel/projection.ts';
import { sortableNumber } from '../../kernel/sortable.ts';
import type { Tool } from '../contract.ts';
import type { ToolAdded, ToolEvent } from '../events.ts';

const byNumber = (value: number) => ({ key: '', sort: sortableNumber(value) });

/** Tools as GET /tool shows them, listed in every order that it offers. */
export const tools = projection<Tool, ToolEvent>({
  name: 'tools',
  version: 1,
  everyIn: 'name',
  indexes: {
    name: (tool) => ({ key: '', sort: tool.name.toLowerCase() }),
    PerPrice: (tool) => byNumber(tool.PerPrice),
    Ratings: (tool) => byNumber(tool.Ratings),
    Available: (tool) => byNumber(tool.Available),
  },
  on: {
    ToolAdded: { id: ({ data }) => data.toolId, evolve: (_, { data }) => toolOf(data) },
    StockReserved: {
      id: ({ data }) => data.toolId,
      evolve: (tool, { data }) => tool && { ...tool, Available: tool.Available - data.quantity },
    },
    StockReleased: {
      id: ({ data }) => data.toolId,
      evolve: (tool, { data }) => tool && { ...tool, Available: tool.Available + data.quantity },
    },
    // What is sold was taken when it was set aside: StockSold changes nothing that is shown.
    StockReturned: {
      id: ({ data }) => data.toolId,
      evolve: (tool, { data }) => tool && { ...tool, Available: tool.Available + data.quantity },
    },
  },
});

function toolOf(data: ToolAdded['data']): Tool {
  return {
    _id: data.toolId,
    name: data.name,
    img: data.image,
    Description: data.description,
    MinimumOrder: data.minimumOrder,
    Available: data.available,
    BuyGear: data.buyGear,
    PerPrice: decimalOf(data.perPrice),
    TotalPrice: decimalOf(data.totalPrice),
    Ratings: data.ratings,
  };
}
