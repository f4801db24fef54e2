import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { KeptMail } from '../../../../modules/mails/contract.ts';
import { fakeShop, problem } from '../../testing/fake-shop.ts';
import { openPage } from '../../testing/open-page.tsx';
import { signInAsShopper } from '../../testing/signed-in.ts';

const receipt: KeptMail = {
  id: 'm1',
  kind: 'receipt',
  at: '2030-01-02T03:04:05.000Z',
  to: 'shopper@inventory.dev',
  subject: 'Your receipt: 2 x Claw Hammer',
  paragraphs: ['Thank you for your order.', '<b>Not bold</b>'],
  facts: [['Paid', '$20.00']],
  action: { label: 'See my orders', path: '/dashboard/myorders' },
};

const kept = (...mails: KeptMail[]) => fakeShop.use(http.get('*/me/mails', () => HttpResponse.json({ mails })));

describe('the mails of a shop that sends none', () => {
  beforeEach(() => signInAsShopper());

  it('open where they stand, as text', async () => {
    kept(receipt, { ...receipt, id: 'm2', subject: 'We sent $20.00 back to you' });
    const user = openPage('/sandbox/mail');
    const entries = within(await screen.findByRole('list', { name: 'Mails' })).getAllByRole('listitem');
    expect(entries.map((entry) => entry.querySelector('summary span')?.textContent)).toEqual([
      'Your receipt: 2 x Claw Hammer',
      'We sent $20.00 back to you',
    ]);
    await user.click(screen.getByText(receipt.subject));
    const opened = within(entries[0] as HTMLElement);
    opened.getByText('shopper@inventory.dev');
    opened.getByText('$20.00');
    opened.getByText('<b>Not bold</b>');
    expect(opened.getByText('See my orders').getAttribute('href')).toBe('/dashboard/myorders');
  });

  it('may be none yet', async () => {
    kept();
    openPage('/sandbox/mail');
    await screen.findByRole('heading', { name: 'No mails yet' });
  });

  it('are elsewhere where the shop sends them', async () => {
    fakeShop.use(http.get('*/me/mails', () => problem(404, 'This shop keeps no mails to read here.')));
    openPage('/sandbox/mail');
    await screen.findByRole('heading', { name: 'This shop keeps no mails' });
  });
});
