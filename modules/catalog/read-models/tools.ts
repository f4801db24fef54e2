import { sortableNumber } from '../../kernel/encoding/sortable.ts';
import { projection } from '../../kernel/projection.ts';
import { decimalOf } from '../../kernel/values/money.ts';
import type { Tool } from '../contract.ts';
import type { ToolAdded, ToolDetailsChanged, ToolEvent } from '../events.ts';
import { type ReviewOfTool, ratingHandlers, withRatingAdded } from './tool-ratings.ts';

/** A tool with what only admins are shown. */
export type StockedTool = Tool & {
  /** Pieces that are set aside for orders that are not paid yet. */
  readonly held: number;
  /**
   * Pieces sold, less those that came back. Below 0 for a moment where a refund's pieces are heard of before the sale: what is
   * shown as sold is never.
   */
  readonly out: number;
};

/** Under which key of each order a tool is listed: those that are retired are in lists of their own. */
const keyOf = ({ retired }: Tool) => (retired ? 'retired' : '');
const byNumber = (tool: Tool, value: number) => ({ key: keyOf(tool), sort: sortableNumber(value) });

/** Tools as GET /tool shows them, listed in every order that it offers. */
export const tools = projection<StockedTool, ToolEvent | ReviewOfTool>({
  name: 'tools',
  version: 4,
  internal: ['held', 'out'],
  indexes: {
    name: (tool) => ({ key: keyOf(tool), sort: tool.name.toLowerCase() }),
    PerPrice: (tool) => byNumber(tool, tool.PerPrice),
    Ratings: (tool) => byNumber(tool, tool.Ratings),
    Available: (tool) => byNumber(tool, tool.Available),
  },
  on: {
    ...ratingHandlers<StockedTool>(),
    ToolAdded: { id: ({ data }) => data.toolId, evolve: (_, { data }) => toolOf(data) },
    ToolDetailsChanged: { id: ({ data }) => data.toolId, evolve: (tool, { data }) => tool && changed(tool, data) },
    ToolRepriced: {
      id: ({ data }) => data.toolId,
      evolve: (tool, { data: { version, perPrice, totalPrice } }) =>
        tool && { ...tool, version, PerPrice: decimalOf(perPrice), TotalPrice: decimalOf(totalPrice) },
    },
    ToolRetired: { id: ({ data }) => data.toolId, evolve: (tool) => tool && { ...tool, retired: true } },
    ToolReturned: { id: ({ data }) => data.toolId, evolve: (tool) => tool && { ...tool, retired: false } },
    StockAdjusted: { id: ({ data }) => data.toolId, evolve: (tool, { data }) => tool && moved(tool, data.change) },
    // What costs nothing counts as sold as it is set aside: an order of it is done as it is placed. Once it is shipped, 0 are sold.
    StockReserved: {
      id: ({ data }) => data.toolId,
      evolve: (tool, { data: { quantity, unitPrice } }) =>
        tool && moved(tool, -quantity, unitPrice.amount === 0 ? { out: quantity } : { held: quantity }),
    },
    StockReleased: {
      id: ({ data }) => data.toolId,
      evolve: (tool, { data: { quantity, free } }) =>
        tool && moved(tool, quantity, free || isFreeAllAlong(tool) ? { out: -quantity } : { held: -quantity }),
    },
    StockSold: {
      id: ({ data }) => data.toolId,
      evolve: (tool, { data: { quantity } }) => tool && moved(tool, 0, { held: -quantity, out: quantity }),
    },
    StockReturned: {
      id: ({ data }) => data.toolId,
      evolve: (tool, { data: { quantity } }) => tool && moved(tool, quantity, { out: -quantity }),
    },
  },
});

function toolOf({ toolId, category, specifications, pictures, ...data }: ToolAdded['data']): StockedTool {
  return {
    _id: toolId,
    name: data.name,
    img: data.image,
    Description: data.description,
    MinimumOrder: data.minimumOrder,
    Available: data.available,
    BuyGear: data.buyGear,
    PerPrice: decimalOf(data.perPrice),
    TotalPrice: decimalOf(data.totalPrice),
    Ratings: data.ratings,
    ...(category !== undefined && { category }),
    ...(specifications && specifications.length > 0 && { specifications: [...specifications] }),
    ...(pictures && pictures.length > 0 && { pictures: [...pictures] }),
    version: 0,
    retired: false,
    sold: 0,
    held: 0,
    out: 0,
  };
}

/** What is left out was not said anew; what has none any more is undefined, which JSON leaves out. */
function changed(tool: StockedTool, data: ToolDetailsChanged['data']): StockedTool {
  const { category = tool.category, specifications = tool.specifications, pictures = tool.pictures } = data;
  const { category: _, specifications: __, pictures: ___, ...rest } = tool;
  const of = data.ratings === undefined ? rest : withRatingAdded(rest, data.ratings);
  return {
    ...of,
    name: data.name ?? tool.name,
    img: data.image ?? tool.img,
    Description: data.description ?? tool.Description,
    MinimumOrder: data.minimumOrder ?? tool.MinimumOrder,
    BuyGear: data.buyGear ?? tool.BuyGear,
    ...(category != null && { category }),
    ...(specifications && specifications.length > 0 && { specifications: [...specifications] }),
    ...(pictures && pictures.length > 0 && { pictures: [...pictures] }),
    version: data.version,
  };
}

function moved(tool: StockedTool, onShelf: number, by: { held?: number; out?: number } = {}): StockedTool {
  const out = tool.out + (by.out ?? 0);
  return {
    ...tool,
    Available: tool.Available + onShelf,
    sold: Math.max(0, out),
    held: tool.held + (by.held ?? 0),
    out,
  };
}

/** Of tools that were never changed, released pieces need not say that they were free: shops had these before they said so. */
function isFreeAllAlong({ PerPrice, version }: StockedTool): boolean {
  return PerPrice === 0 && version === 0;
}
