import { notifications } from '@mantine/notifications';
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach } from 'vitest';
import { fakeShop, unpaid } from './fake-shop.ts';
import { openPage } from './open-page.tsx';
import { signInAsShopper } from './signed-in.ts';

/** Of $20.30, of which $0.10 went back. */
export const paid = { ...unpaid, paid: true, status: 'paid', price: 20.3, refunded: 0.1 };

/** A shop with that order alone, seen by an admin; before each test of a file. */
export function oneOrderPaid(): void {
  beforeEach(() => {
    signInAsShopper();
    notifications.clean();
    fakeShop.use(
      http.get('*/admin/:email', () => HttpResponse.json({ admin: true })),
      http.get('*/booking', () => HttpResponse.json([paid])),
    );
  });
}

/** The dialog for the only order, and what was sent from it. */
export async function openRefundDialog(
  answer: () => Response | Promise<Response> = () =>
    HttpResponse.json({ refundId: 'r1', state: 'pending' }, { status: 202 }),
) {
  const sent: unknown[] = [];
  fakeShop.use(
    http.post('*/booking/b1/refund', async ({ request }) => {
      sent.push(await request.json());
      return answer();
    }),
  );
  const user = openPage('/dashboard');
  await user.click(await screen.findByRole('button', { name: 'Refund Claw Hammer to Demo Shopper' }));
  return { user, sent, dialog: within(await screen.findByRole('dialog')) };
}
