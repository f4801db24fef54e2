import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import type { OrdersWanted } from '../contract.ts';
import { ordersExported } from '../testing/examples.ts';
import { noteOrdersExport, ordersExport } from './orders-export.ts';

const toolId = '6b1a3c1e-5f0e-8a6b-9c1d-2e3f4a5b6c7d';
const note =
  (wanted: OrdersWanted = {}, whose?: string) =>
  (state: Parameters<typeof noteOrdersExport>[1]) =>
    noteOrdersExport({ type: 'NoteOrdersExport', by: 'u9', wanted, whose }, state);

describe('taking orders out of the shop as a file', () => {
  it('is written down, with who took which', () => {
    given(ordersExport)
      .when(note())
      .then(ordersExported({ wanted: {} }));
    given(ordersExport)
      .when(note({ status: 'paid', since: '2026-01-01', toolId }))
      .then(ordersExported({ wanted: { status: 'paid', since: '2026-01-01', toolId } }));
  });

  it('is written down in words that name nobody, whatever was asked for', () => {
    given(ordersExport)
      .when(note({ q: 'Mina', personEmail: 'mina@example.com' }, 'u1'))
      .then(ordersExported({ wanted: { uid: 'u1', isSearch: true } }));
    given(ordersExport)
      .when(note({ personEmail: 'nobody@example.com', toolId: 'mina@example.com' }))
      .then(ordersExported({ wanted: { uid: '', toolId: '' } }));
  });

  it('is written down once for a call', () => given(ordersExport, ordersExported()).when(note()).thenNothing());
});
