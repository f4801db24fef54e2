import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import type { HistoryEntry } from '../../../../modules/audit/contract.ts';
import { HistoryEntryItem } from './history-entry-item.tsx';

it('an event that cannot be read, nor says when it was, is shown as that', async () => {
  const meta = { schema: 0, time: '', command: '', commandId: '', correlationId: '' };
  const entry: HistoryEntry = {
    ...{ position: '43', type: 'BookingPaid', at: '', actor: { uid: '', role: 'anonymous', name: 'somebody' } },
    ...{
      sentence: 'BookingPaid, an event that cannot be read',
      stream: 'booking-b1',
      revision: 1,
      entity: 'booking:b1',
    },
    ...{ correlationId: '', causationId: null, changes: [] },
    event: { id: 'e1', type: 'BookingPaid', data: {}, meta, unreadable: 'It does not say who did it, and when.' },
  };
  render(<HistoryEntryItem entry={entry} />, { wrapper: MemoryRouter });
  await screen.findByText('BookingPaid, an event that cannot be read');
  expect(await screen.findByText('At an unknown time')).toBeDefined();
});
