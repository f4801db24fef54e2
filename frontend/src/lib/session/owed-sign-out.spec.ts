import { waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import '../../testing/browser.ts';
import { justSignedIn } from '../../../../modules/kernel/wire/just-signed-in.ts';
import { fakeShop } from '../../testing/fake-shop.ts';
import { shopper, signInAsShopper } from '../../testing/signed-in.ts';
import { connectionSeen } from '../api/connection.ts';
import { storedAccess } from './access-token.ts';
import { paySignOutOnceReachable } from './owed-sign-out.ts';
import { resume, signOut } from './session.ts';
import { signIn } from './sign-in.ts';

/** Somebody signs out while the shop cannot be reached; what it is asked once it can be is listed. */
async function signedOutUnheard() {
  signInAsShopper();
  let isAway = true;
  const asked: string[] = [];
  fakeShop.use(
    http.post('*/identity/sign-out', () => {
      if (isAway) return HttpResponse.error();
      asked.push('sign-out');
      return new HttpResponse(null, { status: 204 });
    }),
    http.post('*/identity/refresh', () => {
      asked.push('refresh');
      return HttpResponse.json({ idToken: 'id-token', user: shopper });
    }),
  );
  await signOut();
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  return {
    asked,
    comeBack() {
      isAway = false;
    },
    open: () => paySignOutOnceReachable(ending.signal),
  };
}

/** As the shop does once somebody has come back from Google; it is gone again when the token is asked for. */
function comeFromGoogle(): void {
  const set = (maxAge: number) => {
    // biome-ignore lint/suspicious/noDocumentCookie: as in owed-sign-out.ts
    document.cookie = `${justSignedIn}=1; Max-Age=${maxAge}; Path=/`;
  };
  set(60);
  onTestFinished(() => set(0));
}

describe('a sign-out of which the shop has heard nothing', () => {
  it('comes before a session is taken up, and none is', async () => {
    const { asked, comeBack } = await signedOutUnheard();
    await expect(resume()).rejects.toThrow();
    expect(asked).toEqual([]);
    comeBack();
    await expect(resume()).rejects.toThrow();
    expect(asked).toEqual(['sign-out']);
    expect(storedAccess()).toBeUndefined();
  });

  it('is made up for when a page is opened', async () => {
    const { asked, comeBack, open } = await signedOutUnheard();
    comeBack();
    open();
    await waitFor(() => expect(asked).toEqual(['sign-out']));
  });

  it('is made up for when the connection is back, and once', async () => {
    const { asked, comeBack, open } = await signedOutUnheard();
    open();
    comeBack();
    connectionSeen(false);
    connectionSeen(true);
    await waitFor(() => expect(asked).toEqual(['sign-out']));
    connectionSeen(false);
    connectionSeen(true);
    await resume();
    expect(asked).toEqual(['sign-out', 'refresh']);
  });

  it('comes before somebody signs in, whom nothing signs out after that', async () => {
    const { asked, comeBack, open } = await signedOutUnheard();
    comeBack();
    await signIn({ email: shopper.email, password: 'inventory' });
    open();
    await resume();
    expect(asked).toEqual(['sign-out', 'refresh']);
  });

  it('keeps nobody from signing in where it fails again', async () => {
    const { asked, comeBack, open } = await signedOutUnheard();
    await signIn({ email: shopper.email, password: 'inventory' });
    comeBack();
    open();
    await resume();
    expect(asked).toEqual(['refresh']);
  });

  it('is tried again where the shop refused it, though the connection was never away', async () => {
    const { asked, comeBack, open } = await signedOutUnheard();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    open();
    await waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
    comeBack();
    for (let tries = 0; tries < 10 && asked.length === 0; tries++) await vi.advanceTimersByTimeAsync(30_000);
    expect(asked).toEqual(['sign-out']);
  });

  it('signs nobody out who has come back from Google since, also where that was begun before', async () => {
    comeFromGoogle();
    const { asked, comeBack, open } = await signedOutUnheard();
    await expect(resume()).rejects.toThrow();
    comeBack();
    comeFromGoogle();
    open();
    await resume();
    expect(asked).toEqual(['refresh']);
    expect(storedAccess()?.user).toEqual(shopper);
  });

  it('is owed no more once it was heard', async () => {
    signInAsShopper();
    await signOut();
    const before = localStorage.length;
    await signIn({ email: shopper.email, password: 'inventory' });
    await signOut();
    expect(localStorage.length).toBe(before);
    await resume();
    expect(storedAccess()?.user).toEqual(shopper);
  });
});
