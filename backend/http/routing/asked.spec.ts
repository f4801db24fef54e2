import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type Route, route } from '../../../modules/kernel/route.ts';
import { groupOf } from '../../runtime/concurrency/caller-group.ts';
import { Asked } from './asked.ts';
import { CallIds } from './call-ids.ts';

const secret = new Uint8Array(32);
const common = { method: 'post', path: '/x', access: 'anyone', summary: '', answers: {} } as const;
const handle = async () => ({ status: 200 });

function asked(but: Partial<Route> = {}, sent: unknown = { a: 1 }): Asked {
  const request = Object.assign(new IncomingMessage(new Socket()), { method: 'POST', headers: { cookie: 'a=b' } });
  const response = new ServerResponse(request);
  const origin = { ip: undefined, socket: request.socket };
  const call = {
    request,
    response,
    params: {},
    pathname: '/x',
    search: '',
    origin,
    always: [],
    ids: new CallIds({}, false),
  };
  const who = { caller: undefined, identity: undefined, actor: { uid: 'u1', role: 'user' } } as const;
  return new Asked(
    { ...route({ ...common, handle }), ...but },
    call,
    { ...who, params: {}, query: {}, body: sent, sent },
    { secret, groupOf: ({ pathname }) => `from ${pathname}` },
  );
}

describe('what a handler is given', () => {
  it('is made once, when it is asked for', () => {
    const { command, signal } = asked();
    expect(command.actor.uid).toBe('u1');
    expect(signal.aborted).toBe(false);
    const one = asked();
    expect(one.command).toBe(one.command);
    expect(one.signal).toBe(one.signal);
    expect(groupOf(one.signal)).toBe('from /x');
  });

  it('has cookies where the route says so, and the bytes of a body that was not parsed', () => {
    expect(asked().cookies).toEqual({});
    expect(asked({ byCookie: true }).cookies).toMatchObject({ a: 'b' });
    expect(asked({}, Buffer.from('raw')).rawBody.toString()).toBe('raw');
    expect(asked().rawBody).toHaveLength(0);
  });

  it('says in its command nothing of fields that are secret', () => {
    const secretFields = ['password'];
    const fingerprint = (sent: unknown) => asked({ secretFields }, sent).command.fingerprint;
    expect(fingerprint({ a: 1, password: 'x' })).toBe(fingerprint({ a: 1, password: 'y' }));
    expect(fingerprint({ a: 1 })).not.toBe(fingerprint({ a: 2 }));
  });

  it('is of one kind for all calls, so that the garbage collector lets go of each with its call', () => {
    const getters = Object.values(Object.getOwnPropertyDescriptors(asked())).filter(({ get }) => get);
    expect(getters).toEqual([]);
  });
});
