import { documentView } from '../kernel/documents/document-view.ts';
import { type EntityView, history, orderNamed } from '../kernel/history.ts';
import { inDigits } from '../kernel/values/in-words.ts';
import { formatMoney } from '../kernel/values/money.ts';
import { tool as toolSchema } from './contract.ts';
import type { ProductsImported, ToolDetailsChanged, ToolEvent } from './events.ts';
import { tools } from './read-models/tools.ts';

const pieces = (quantity: number) => `${inDigits(quantity)} ${quantity === 1 ? 'piece' : 'pieces'}`;
const were = (quantity: number) => (quantity === 1 ? 'was' : 'were');

/** The fields of a tool that can be said anew, as people call them. */
const fieldNames: Record<Exclude<keyof ToolDetailsChanged['data'], 'toolId' | 'version'>, string> = {
  name: 'the name',
  image: 'the picture',
  description: 'the description',
  minimumOrder: 'the minimum order',
  buyGear: 'how often it was bought before',
  ratings: 'the rating',
  category: 'the category',
  specifications: 'the specifications',
  pictures: 'the further pictures',
};

const asList = new Intl.ListFormat('en', { type: 'conjunction' });

function changedIn(data: ToolDetailsChanged['data']): string {
  return asList.format(Object.entries(fieldNames).flatMap(([name, said]) => (name in data ? [said] : [])));
}

/**
 * A tool as its own stream says it is, and not what its reviews, which are in streams of their own, make of it: the rating is the one that
 * it was added with, as RatingsAdded. Without this, a rating would be told that no GET ever showed.
 */
const folded = documentView(tools, {
  name: 'tool',
  schema: toolSchema.omit({ RatingsAdded: true, reviews: true, stars: true }),
  // Kept: a tool in demand has a hundred thousand events.
  keptAs: 2,
});
const toolView: EntityView = {
  ...folded,
  shown(state) {
    const shown = folded.shown(state);
    if (!shown) return undefined;
    const { Ratings: RatingsAdded, ...others } = shown;
    return { ...others, RatingsAdded };
  },
};

/** How what happened to tools is told. */
export const catalogHistory = history<ToolEvent | ProductsImported>({
  streams: ['tool', 'import'],
  views: [toolView],
  events: {
    ToolAdded: {
      shows: [
        'toolId',
        'name',
        'image',
        'description',
        'minimumOrder',
        'available',
        'buyGear',
        'perPrice',
        'totalPrice',
        'ratings',
        'category',
        'specifications',
        'pictures',
      ],
      says: ({ data: { name, available } }, { actor }) => `${actor} added ${name}, ${pieces(available)} of it`,
    },
    ToolDetailsChanged: {
      shows: [
        'toolId',
        'version',
        'name',
        'image',
        'description',
        'minimumOrder',
        'buyGear',
        'ratings',
        'category',
        'specifications',
        'pictures',
      ],
      says: ({ data }, { actor, tool }) => `${actor} changed ${changedIn(data)} of ${tool(data.toolId)}`,
    },
    ToolRepriced: {
      shows: ['toolId', 'version', 'perPrice', 'totalPrice'],
      says: ({ data: { toolId, perPrice, totalPrice } }, { actor, tool }) =>
        `${actor} set the price of ${tool(toolId)} to ${formatMoney(perPrice)} a piece, ${formatMoney(totalPrice)} in total`,
    },
    StockAdjusted: {
      shows: ['toolId', 'change', 'reason', 'available'],
      says: ({ data: { toolId, change, reason } }, { actor, tool }) =>
        change > 0
          ? `${actor} put ${pieces(change)} of ${tool(toolId)} on the shelf: ${reason}`
          : `${actor} took ${pieces(-change)} of ${tool(toolId)} off the shelf: ${reason}`,
    },
    ProductsImported: {
      shows: ['importId', 'added', 'changed', 'same', 'wrong', 'refused'],
      says: ({ data: { added, changed, wrong } }, { actor }) =>
        `${actor} imported tools from a file: ${added} added, ${changed} changed, ${wrong} refused`,
    },
    ToolRetired: {
      shows: ['toolId'],
      says: ({ data }, { actor, tool }) => `${actor} retired ${tool(data.toolId)}`,
    },
    ToolReturned: {
      shows: ['toolId'],
      says: ({ data }, { actor, tool }) => `${actor} brought ${tool(data.toolId)} back`,
    },
    StockReserved: {
      shows: ['toolId', 'bookingId', 'quantity', 'unitPrice', 'large', 'checkoutId'],
      says: ({ data: { toolId, bookingId, quantity } }, { tool }) =>
        `${pieces(quantity)} of ${tool(toolId)} ${were(quantity)} set aside for ${orderNamed(bookingId)}`,
    },
    StockReleased: {
      shows: ['toolId', 'bookingId', 'quantity', 'free'],
      says: ({ data: { toolId, bookingId, quantity } }, { tool }) =>
        `${pieces(quantity)} of ${tool(toolId)}, set aside for ${orderNamed(bookingId)}, went back to the shelf`,
    },
    StockSold: {
      shows: ['toolId', 'bookingId', 'quantity'],
      says: ({ data: { toolId, bookingId, quantity } }, { tool }) =>
        quantity === 0
          ? `What was set aside of ${tool(toolId)} for ${orderNamed(bookingId)}, which cost nothing, was shipped`
          : `${pieces(quantity)} of ${tool(toolId)} ${were(quantity)} sold with ${orderNamed(bookingId)}`,
    },
    StockReturned: {
      shows: ['toolId', 'bookingId', 'refundId', 'quantity'],
      says: ({ data: { toolId, bookingId, quantity } }, { tool }) =>
        `${pieces(quantity)} of ${tool(toolId)} came back from ${orderNamed(bookingId)}`,
    },
  },
});
