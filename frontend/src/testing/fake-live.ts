import { act } from '@testing-library/react';
import { HttpResponse } from 'msw';
import type { LiveSocket, OpenSocket } from '../lib/live/live-socket.ts';

type Heard = (argument: unknown) => void;
type Answered = (answer: unknown) => void;

/** The shop's end of a socket, in a test's hands. */
export type FakeLive = {
  readonly open: OpenSocket;
  /** The tokens that handshakes brought; undefined for none. */
  readonly handshakes: (string | undefined)[];
  /** What the page has said: the event and its argument. */
  readonly said: [name: string, argument: unknown][];
  readonly isWanted: () => boolean;
  /** Ends a handshake that the page has begun: with a connection, or with what is wrong. */
  readonly let: (how: 'in' | Error) => Promise<void>;
  readonly tell: (name: string, payload?: unknown) => void;
  /** The connection is lost; the page's own library goes on trying unless the server hung up. */
  readonly lose: (reason: 'transport close' | 'io server disconnect') => void;
  /** What the shop answers to `renew`. */
  renewal: unknown;
};

/** A minute of a day in the far future (ISO 8601, UTC). */
export const isoOf = (minute: number) => `2030-01-02T03:${String(minute).padStart(2, '0')}:00.000Z`;

/** The shop as it is at a position of its log. */
export const answers = (body: object, position: number) => () =>
  HttpResponse.json(body, { headers: { 'Event-Position': String(position), 'Total-Count': '3' } });

export function fakeLive(): FakeLive {
  const heard = new Map<string, Heard>();
  const handshakes: (string | undefined)[] = [];
  const said: [string, unknown][] = [];
  let connected = false;
  let active = false;
  let tokenNow: () => Promise<string | undefined>;
  const emit = (name: string, argument?: unknown) => act(() => heard.get(name)?.(argument));

  const socket: LiveSocket = {
    get connected() {
      return connected;
    },
    get active() {
      return active;
    },
    on: (name, listener) => void heard.set(name, listener),
    emit(name: string, argument: unknown, answered?: Answered) {
      said.push([name, argument]);
      if (name === 'renew') answered?.(live.renewal);
    },
    connect() {
      active = true;
    },
    disconnect() {
      active = false;
      if (!connected) return;
      connected = false;
      heard.get('disconnect')?.('io client disconnect');
    },
  };

  const live: FakeLive = {
    open(ask) {
      tokenNow = ask;
      return socket;
    },
    handshakes,
    said,
    isWanted: () => active,
    async let(how) {
      if (!active) throw new Error('The page has not asked for a connection.');
      handshakes.push(await tokenNow());
      connected = how === 'in';
      if (how instanceof Error) active = !('data' in how);
      if (connected) emit('connect');
      else emit('connect_error', how);
    },
    tell: emit,
    lose(reason) {
      connected = false;
      active = reason === 'transport close';
      emit('disconnect', reason);
    },
    renewal: { ok: true },
  };
  return live;
}

/** A handshake that was refused by the shop, as Socket.IO hands it on. */
export function refused(status: number): Error {
  return Object.assign(new Error('No'), { data: { type: 'about:blank', title: 'No', status } });
}
