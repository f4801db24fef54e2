import { documentView } from '../kernel/document-view.ts';
import { history, orderNamed } from '../kernel/history.ts';
import { tool as toolSchema } from './contract.ts';
import type { ToolEvent } from './events.ts';
import { tools } from './read-models/tools.ts';

const pieces = (quantity: number) => `${quantity} ${quantity === 1 ? 'piece' : 'pieces'}`;
const were = (quantity: number) => (quantity === 1 ? 'was' : 'were');

/** How what happened to tools is told. */
export const catalogHistory = history<ToolEvent>({
  streams: ['tool'],
  // Kept: a tool in demand has a hundred thousand events.
  views: [documentView(tools, { name: 'tool', schema: toolSchema, keptAs: 1 })],
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
      ],
      says: ({ data: { name, available } }, { actor }) => `${actor} added ${name}, ${pieces(available)} of it`,
    },
    StockReserved: {
      shows: ['toolId', 'bookingId', 'quantity', 'unitPrice', 'large'],
      says: ({ data: { toolId, bookingId, quantity } }, { tool }) =>
        `${pieces(quantity)} of ${tool(toolId)} ${were(quantity)} set aside for ${orderNamed(bookingId)}`,
    },
    StockReleased: {
      shows: ['toolId', 'bookingId', 'quantity'],
      says: ({ data: { toolId, bookingId, quantity } }, { tool }) =>
        `${pieces(quantity)} of ${tool(toolId)}, set aside for ${orderNamed(bookingId)}, went back to the shelf`,
    },
    StockSold: {
      shows: ['toolId', 'bookingId', 'quantity'],
      says: ({ data: { toolId, bookingId, quantity } }, { tool }) =>
        `${pieces(quantity)} of ${tool(toolId)} ${were(quantity)} sold with ${orderNamed(bookingId)}`,
    },
    StockReturned: {
      shows: ['toolId', 'bookingId', 'refundId', 'quantity'],
      says: ({ data: { toolId, bookingId, quantity } }, { tool }) =>
        `${pieces(quantity)} of ${tool(toolId)} came back from ${orderNamed(bookingId)}`,
    },
  },
});
