import '../../../testing/browser.ts';
import { describe, expect, it } from 'vitest';
import { askForAuthentication } from './authentication-dialog.ts';

describe('the question of the bank', () => {
  // jsdom has no modal dialogs.
  const opens = () =>
    Object.assign(HTMLDialogElement.prototype, {
      showModal(this: HTMLDialogElement) {
        this.open = true;
      },
    });

  it('is not asked of who has left the page before it came', async () => {
    opens();
    const asked = askForAuthentication(AbortSignal.abort());
    expect(document.querySelector('dialog')).toBeNull();
    expect(await asked).toBe('left');
  });

  it('goes with the page, and stays open', async () => {
    opens();
    const leaving = new AbortController();
    const asked = askForAuthentication(leaving.signal);
    expect(document.querySelector('dialog')?.open).toBe(true);
    leaving.abort();
    expect(document.querySelector('dialog')).toBeNull();
    expect(await asked).toBe('left');
  });
});
