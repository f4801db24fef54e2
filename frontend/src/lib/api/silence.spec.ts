import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '../../testing/browser.ts';
import { fetchCode } from '../lazy-loading/fetch-code.ts';
import { NoAnswer } from './api-error.ts';
import { connectionSeen, useReachable } from './connection.ts';
import { send } from './http.ts';

/** What the shop does with whoever looks whether it is there. */
let looks: () => Promise<Response>;
const answered = async () => new Response('{}');
const dropped = () => Promise.reject(new DOMException('The look has had its time.', 'TimeoutError'));

const isReachable = () => renderHook(useReachable).result.current;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () => looks());
  sockets = 'dropped';
  vi.stubGlobal('WebSocket', SocketToTheShop);
});
afterEach(() => {
  vi.useRealTimers();
  connectionSeen(true);
});

/** What becomes of a socket to the shop. */
let sockets: 'open' | 'dropped';
class SocketToTheShop {
  onopen?: () => void;
  constructor() {
    if (sockets === 'open') setTimeout(() => this.onopen?.(), 500);
  }
  close() {}
}

/** What comes later than a look waits for. */
const late = () =>
  new Promise<Response>((_, reject) => setTimeout(() => reject(new DOMException('', 'TimeoutError')), 5_000));

/** A call to the shop, and what it comes to, as far as it has come to anything. */
function placed(body: object = {}) {
  const answer = Promise.withResolvers<Response>();
  const outcome = vi.fn();
  send('/booking', { method: 'POST', body, transport: () => answer.promise }).then(outcome, outcome);
  return { answer: () => answer.resolve(new Response('{}')), outcome };
}

it('is told while a call waits, and is over when the call is answered', async () => {
  looks = dropped;
  const call = placed();
  await vi.advanceTimersByTimeAsync(9_000);
  expect(isReachable()).toBe(true);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(isReachable()).toBe(false);

  call.answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(isReachable()).toBe(true);
  expect(call.outcome).toHaveBeenCalledWith(expect.any(Response));
});

it('is not what a call is that takes its time by itself', async () => {
  looks = answered;
  const call = placed();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(isReachable()).toBe(true);
  expect(call.outcome).not.toHaveBeenCalled();
  call.answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(call.outcome).toHaveBeenCalledWith(expect.any(Response));
});

it('is not what a slow line is, on which other answers come', async () => {
  looks = async () => {
    const other = placed();
    other.answer();
    await vi.advanceTimersByTimeAsync(0);
    return dropped();
  };
  placed();
  await vi.advanceTimersByTimeAsync(11_000);
  expect(isReachable()).toBe(true);
});

it('is not what a line is that large pictures have filled, while a socket opens on it', async () => {
  looks = late;
  sockets = 'open';
  const call = placed();
  await vi.advanceTimersByTimeAsync(119_000);
  expect(isReachable()).toBe(true);
  expect(call.outcome).not.toHaveBeenCalled();
});

it('is not known to be over while a socket opens and nothing is answered', async () => {
  looks = late;
  const call = placed();
  await vi.advanceTimersByTimeAsync(16_000);
  expect(isReachable()).toBe(false);
  sockets = 'open';
  await vi.advanceTimersByTimeAsync(120_000);
  expect(isReachable()).toBe(false);
  expect(call.outcome).not.toHaveBeenCalled();
});

it('is not what a file on its way is, which may leave no room on the line for anything else', async () => {
  looks = dropped;
  const file = placed(new Blob(['a picture']));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(isReachable()).toBe(true);
  looks = answered;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(file.outcome).not.toHaveBeenCalled();
  file.answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(file.outcome).toHaveBeenCalledWith(expect.any(Response));
});

it('ends a call that it has swallowed, once the shop has answered others for a while', async () => {
  looks = dropped;
  const call = placed();
  await vi.advanceTimersByTimeAsync(11_000);
  looks = answered;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(isReachable()).toBe(true);
  expect(call.outcome).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(call.outcome).toHaveBeenCalledWith(expect.any(NoAnswer));
  expect(isReachable()).toBe(true);
});

it('is told while code is waited for, which is not for ever', async () => {
  looks = dropped;
  const outcome = vi.fn();
  fetchCode(() => new Promise(() => undefined)).catch(outcome);
  await vi.advanceTimersByTimeAsync(11_000);
  expect(isReachable()).toBe(false);
  looks = answered;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(outcome).toHaveBeenCalledWith(expect.any(NoAnswer));
  // Nobody waits for it any more.
  looks = vi.fn(answered);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looks).not.toHaveBeenCalled();
});

it('is looked for once, however many calls wait', async () => {
  const look = vi.fn(() => new Promise<Response>(() => undefined));
  looks = look;
  for (let calls = 0; calls < 5; calls++) placed();
  await vi.advanceTimersByTimeAsync(11_000);
  expect(look).toHaveBeenCalledTimes(1);
});
