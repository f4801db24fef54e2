import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import { emailAddress } from '../../../../modules/kernel/wire/wire.ts';
import { fakeShop } from '../../testing/fake-shop.ts';
import { lateChecks, useLateChecks, wrongBy } from './late-checks.ts';

type Check = typeof emailAddress;

/** A form with an email that is none, and what becomes of it when it is sent. */
function formWith(load: () => Promise<Check>) {
  const checks = lateChecks(load);
  const sent = vi.fn();
  function Form() {
    const { checked, isWaiting } = useLateChecks(checks);
    return (
      <form onSubmit={checked(() => sent(wrongBy(checks.known(), 'nobody')))}>
        <button type="submit" disabled={isWaiting}>
          Send
        </button>
      </form>
    );
  }
  render(<Form />);
  const button = screen.getByRole('button');
  return { sent, button, submit: () => fireEvent.submit(button) };
}

const wrong = { '': 'Not an email address' };

afterEach(cleanup);

it('are asked for when there is somebody, and once', async () => {
  const load = vi.fn(async () => emailAddress);
  const { sent, submit } = formWith(load);
  expect(load).not.toHaveBeenCalled();
  fireEvent.pointerMove(document.body);
  fireEvent.keyDown(document.body);
  await waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  submit();
  await waitFor(() => expect(sent.mock.calls).toEqual([[wrong]]));
  expect(load).toHaveBeenCalledTimes(1);
});

it('have what is submitted before wait for them, and make one of two presses', async () => {
  const { promise, resolve } = Promise.withResolvers<Check>();
  const { sent, button, submit } = formWith(() => promise);
  submit();
  submit();
  expect(button).toHaveProperty('disabled', true);
  expect(sent).not.toHaveBeenCalled();
  resolve(emailAddress);
  await waitFor(() => expect(sent.mock.calls).toEqual([[wrong]]));
  expect(button).toHaveProperty('disabled', false);
});

it('let everything pass where they do not come, and are asked for again', async () => {
  fakeShop.use(http.get('*/health/live', () => HttpResponse.json({})));
  const lost = new Error('lost');
  // The shop answers: so it is tried once more at once.
  const load = vi
    .fn(async () => emailAddress)
    .mockRejectedValueOnce(lost)
    .mockRejectedValueOnce(lost);
  const { sent, submit } = formWith(load);
  submit();
  await waitFor(() => expect(sent.mock.calls).toEqual([[{}]]));
  submit();
  await waitFor(() => expect(sent.mock.calls).toEqual([[{}], [wrong]]));
});
