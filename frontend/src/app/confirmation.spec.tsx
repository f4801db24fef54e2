import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Confirm, OwnFactors, ProofMethod } from '../../../modules/identity/factors/contract.ts';
import { change, get } from '../lib/api/api.ts';
import { storeAccess } from '../lib/session/access-token.ts';
import { NotConfirmed } from '../lib/session/confirm-again.ts';
import { fakeShop, problem } from '../testing/fake-shop.ts';
import { openPage } from '../testing/open-page.tsx';
import { fakeToken, signInAsShopper, somebodyElse } from '../testing/signed-in.ts';

const dialog = () => screen.findByRole('dialog', { name: 'Is it you?' });
const button = (name: string) => screen.findByRole('button', { name });

/** A shop that wants a newer proof of who one is, until it has one. */
function shopThatAsks(confirmBy: ProofMethod[]) {
  const seen = { proofs: [] as Confirm[], keys: [] as (string | null)[], isProved: false };
  const again = () =>
    HttpResponse.json(
      { type: '/problems/confirm-again', title: 'Forbidden', status: 403, detail: 'Please confirm.' },
      { status: 403, headers: { 'Content-Type': 'application/problem+json' } },
    );
  const own: OwnFactors = { factors: [], recoveryCodesLeft: 0, confirmBy };
  fakeShop.use(
    http.get('*/me/factors', () => HttpResponse.json(own)),
    http.get('*/me/export', () => (seen.isProved ? HttpResponse.json({ mine: true }) : again())),
    http.post('*/booking/:id/refund', ({ request }) => {
      seen.keys.push(request.headers.get('Idempotency-Key'));
      return seen.isProved ? HttpResponse.json({ refundId: 'r1' }, { status: 202 }) : again();
    }),
    http.post('*/identity/confirm', async ({ request }) => {
      const proof = (await request.json()) as Confirm;
      seen.proofs.push(proof);
      if (proof.password === 'wrong') return problem(403, 'That is not your password.');
      seen.isProved = true;
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return seen;
}

describe('what wants a newer proof of who one is', () => {
  beforeEach(() => signInAsShopper());

  it('asks once, whatever waits, and goes on under the same key', async () => {
    const seen = shopThatAsks(['password']);
    const user = openPage('/');
    const refund = change('/booking/b1/refund', { method: 'POST', body: {}, key: 'k1' });
    const data = get('/me/export');
    await dialog();
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    const password = await screen.findByLabelText('Password');
    await waitFor(() => expect(document.activeElement).toBe(password));
    await user.type(password, 'wrong');
    await user.click(await button('Confirm'));
    await screen.findByText('That is not your password.');
    await waitFor(() => expect(document.activeElement).toBe(password));
    await user.clear(password);
    await user.type(password, 'mine{Enter}');
    expect(await refund).toEqual({ refundId: 'r1' });
    expect(await data).toEqual({ mine: true });
    expect(seen.proofs).toEqual([{ password: 'wrong' }, { password: 'mine' }]);
    expect(seen.keys).toEqual(['k1', 'k1']);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it.each(['Cancel', 'Escape'])('fails with a sentence when it is left by %s, and may be asked again', async (way) => {
    const seen = shopThatAsks(['password']);
    const user = openPage('/');
    const data = get('/me/export').catch((reason: unknown) => reason);
    await dialog();
    if (way === 'Escape') await user.keyboard('{Escape}');
    else await user.click(await button('Cancel'));
    const reason = await data;
    expect(reason).toBeInstanceOf(NotConfirmed);
    expect(reason).toMatchObject({ message: 'You did not confirm that it is you, so nothing was done.' });
    const again = get('/me/export');
    await user.type(await screen.findByLabelText('Password'), 'mine{Enter}');
    expect(await again).toEqual({ mine: true });
    expect(seen.proofs).toEqual([{ password: 'mine' }]);
  });

  it('is confirmed by nobody else who takes their place meanwhile', async () => {
    const seen = shopThatAsks(['password']);
    openPage('/');
    const data = get('/me/export').catch((reason: unknown) => reason);
    await dialog();
    act(() => storeAccess(fakeToken({ email: somebodyElse.email }), somebodyElse));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await data).toBeInstanceOf(NotConfirmed);
    expect(seen.proofs).toEqual([]);
  });

  it('asks for a code of who has an app, or a recovery code', async () => {
    const seen = shopThatAsks(['totp', 'recovery-code']);
    const user = openPage('/');
    const data = get('/me/export');
    await dialog();
    expect(await screen.findByLabelText('Code')).toBeDefined();
    expect(screen.queryByLabelText('Password')).toBeNull();
    await user.click(await button('Use a recovery code'));
    await user.type(await screen.findByLabelText('Recovery code'), 'abc-def{Enter}');
    await data;
    expect(seen.proofs).toEqual([{ recoveryCode: 'abc-def' }]);
  });

  it('offers Google to who has no password, in a tab of its own, and goes on when that tab says so', async () => {
    const seen = shopThatAsks(['google']);
    openPage('/');
    const data = get('/me/export');
    const link = await screen.findByRole('link', { name: 'Continue With Google' });
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('href')).toBe('/identity/google?confirm=1&returnTo=%2Faccount%2Fconfirmed');
    seen.isProved = true;
    const otherTab = new BroadcastChannel('confirmed');
    otherTab.postMessage('confirmed');
    expect(await data).toEqual({ mine: true });
    otherTab.close();
  });
});
