import { describe, expect, it } from 'vitest';
import { InMemoryCommands } from '../../backend/doubles/in-memory-commands.ts';
import { InMemoryReadModels } from '../../backend/doubles/in-memory-read-models.ts';
import { contextOf, keyedContextOf } from '../../backend/testing/context.ts';
import { call } from '../../backend/testing/deciding/call.ts';
import { inSession } from '../../backend/testing/deciding/in-session.ts';
import { Forbidden, Invalid, NotFound } from '../kernel/errors.ts';
import type { Caller, Identity } from '../kernel/route.ts';
import { usersModule } from './index.ts';
import { profile, userDemoted, userEmailChanged } from './testing/examples.ts';
import { user } from './user.ts';

const mina = { uid: 'u1', email: 'mina@example.com', name: 'Mina' };
const admin: Caller = { uid: 'u9', email: 'admin@example.com', name: 'Admin', role: 'admin', ...inSession };
const identity: Identity = { ...mina, ...inSession };

function shop({ formerHolders = [] as readonly string[] } = {}) {
  const readModels = new InMemoryReadModels();
  const commands = new InMemoryCommands({ appended: (events) => readModels.follow(users.projections, events) });
  const users = usersModule({
    commands,
    readModels,
    issueAccessToken: async ({ uid, sid }) => `token of ${uid} in ${sid}`,
    addresses: {
      isTheirs: async ({ uid }) => uid !== 'unproved',
      emailOf: async () => undefined,
      isOpen: async () => true,
      isSeenOpen: () => true,
      formerHolders: async () => formerHolders,
    },
    firstAdminCode: 'AAAA-BBBB-CCCC',
    now: () => new Date(),
  });
  const register = (who: Identity = identity, key = `register ${who.uid}`) =>
    call(users.routes, 'PUT /user/{email}', {
      params: { email: who.email },
      body: { email: who.email },
      identity: who,
      command: contextOf(key),
    });
  const callerOf = async (uid: string) => ({
    ...mina,
    role: 'user' as const,
    ...(await users.callerOf(uid)),
    ...inSession,
  });
  return { commands, users, routes: users.routes, register, callerOf };
}

describe('PUT /user/{email}', () => {
  it('registers at the first call and gives the access token each time', async () => {
    const { register, commands, users } = shop();
    expect(await register()).toEqual({
      status: 200,
      body: { token: 'token of u1 in s1' },
      headers: { 'Cache-Control': 'no-store' },
      position: 1n,
    });
    const elsewhere = { ...identity, sid: 's2' };
    expect(await register(elsewhere, 'another')).toMatchObject({ status: 200, body: { token: 'token of u1 in s2' } });
    expect(commands.log.map(({ type, data }) => ({ type, data }))).toEqual([{ type: 'UserRegistered', data: mina }]);
    expect(await users.callerOf('u1')).toEqual({ ...mina, role: 'user' });
  });

  it.each([
    ['path', 'other@example.com', mina.email],
    ['body', mina.email, 'other@example.com'],
  ])('refuses another email in the %s', async (_, inPath, inBody) => {
    const { routes, commands } = shop();
    const request = { params: { email: inPath }, body: { email: inBody }, identity };
    await expect(call(routes, 'PUT /user/{email}', request)).rejects.toThrow(Forbidden);
    expect(commands.log).toEqual([]);
  });

  it('compares emails in lower case', async () => {
    const { routes } = shop();
    const request = { params: { email: 'MINA@example.com' }, body: { email: 'Mina@Example.com' }, identity };
    expect(await call(routes, 'PUT /user/{email}', request)).toMatchObject({ status: 200 });
  });
});

describe('PUT /user/admin/{email}', () => {
  const promote = (routes: ReturnType<typeof shop>['routes'], key: string, email = mina.email) =>
    call(routes, 'PUT /user/admin/{email}', {
      params: { email },
      caller: admin,
      command: contextOf(key, { actor: { uid: admin.uid, role: 'admin' } }),
    });

  it('promotes once, says so again to the same command, and 0 to another', async () => {
    const { routes, register, commands, users } = shop();
    await register();
    const yes = { acknowledged: true, matchedCount: 1, modifiedCount: 1 };
    expect(await promote(routes, 'k1', 'MINA@example.com')).toEqual({ status: 200, body: yes, position: 2n });
    expect(await promote(routes, 'k1')).toEqual({ status: 200, body: yes, position: 2n });
    expect(await promote(routes, 'k2')).toMatchObject({ body: { ...yes, modifiedCount: 0 } });
    expect(commands.ofType('UserPromoted').map(({ data }) => data)).toEqual([{ uid: 'u1', by: 'u9' }]);
    expect((await users.callerOf('u1'))?.role).toBe('admin');
  });

  it('does not find an unknown email', async () => {
    await expect(promote(shop().routes, 'k1')).rejects.toThrow(NotFound);
  });
});

describe('making an admin, or taking their rights away, said again after the opposite', () => {
  const byAdmin = { actor: { uid: admin.uid, role: 'admin' } } as const;
  const ask = ({ routes }: ReturnType<typeof shop>, method: 'PUT' | 'DELETE', email = mina.email) =>
    call(routes, `${method} /user/admin/{email}`, {
      params: { email },
      caller: admin,
      command: keyedContextOf(method, { ...byAdmin, payload: method }),
    });
  const nothing = { status: 200, body: { acknowledged: true, matchedCount: 1, modifiedCount: 0 } };

  it('is answered as it was, and takes nobody off the list of admins', async () => {
    const house = shop();
    await house.register();
    const first = await ask(house, 'DELETE');
    expect(first).toMatchObject(nothing);
    await house.users.useCases.promote(mina.email, contextOf('promote'));
    expect(await ask(house, 'DELETE')).toEqual(first);
    expect(house.commands.log.map(({ type }) => type)).toEqual(['UserRegistered', 'NothingChanged', 'UserPromoted']);
  });

  it.each(['PUT', 'DELETE'] as const)('is about who had the email then, whoever has it by now: %s', async (method) => {
    const house = shop({ formerHolders: ['u0', 'u1'] });
    await house.register();
    await house.register({ ...identity, uid: 'u2', email: 'nina@example.com' });
    const has = (uid: string, email: string) =>
      house.commands.execute(user, uid, contextOf(`${uid} ${email}`), { type: 'FollowEmail' }, () => [
        userEmailChanged({ uid, email }),
      ]);
    const first = await ask(house, method);
    await has('u1', 'mina@example.org');
    expect(await ask(house, method)).toEqual(first);
    await has('u2', mina.email);
    if (method === 'DELETE') {
      for (const uid of ['u1', 'u2']) {
        await house.users.useCases.promoteByUid(uid, contextOf(`promote ${uid}`));
        await house.users.admins.follow(uid, contextOf(`list ${uid}`));
      }
    }
    const role = method === 'PUT' ? 'user' : 'admin';
    expect((await house.users.callerOf('u2'))?.role).toBe(role);
    expect(await ask(house, method)).toEqual(first);
    expect((await house.users.callerOf('u2'))?.role).toBe(role);
  });

  it('is answered as it was also about who may not become one any more', async () => {
    const house = shop();
    await house.register({ ...identity, uid: 'unproved' });
    await house.users.useCases.promoteByUid('unproved', contextOf('promote'));
    const first = await ask(house, 'PUT');
    expect(first).toMatchObject(nothing);
    await house.commands.execute(user, 'unproved', contextOf('demote'), { type: 'Demote' }, () => [
      userDemoted({ uid: 'unproved' }),
    ]);
    expect(await ask(house, 'PUT')).toEqual(first);
    expect((await house.users.callerOf('unproved'))?.role).toBe('user');
  });
});

describe('GET /admin/{email}', () => {
  const asks = (house: ReturnType<typeof shop>, email: string, caller: Caller) =>
    call(house.routes, 'GET /admin/{email}', { params: { email }, caller });

  it('tells people about themselves', async () => {
    const house = shop();
    await house.register();
    expect((await asks(house, mina.email, await house.callerOf('u1'))).body).toEqual({ admin: false });
    await house.users.useCases.promote(mina.email, contextOf('k1'));
    expect((await asks(house, 'Mina@example.com', await house.callerOf('u1'))).body).toEqual({ admin: true });
  });

  it('tells admins about anybody, and of nobody that they are no admin', async () => {
    const house = shop();
    await house.register();
    await house.users.useCases.promote(mina.email, contextOf('k1'));
    expect((await asks(house, mina.email, admin)).body).toEqual({ admin: true });
    expect((await asks(house, 'nobody@example.com', admin)).body).toEqual({ admin: false });
  });

  it('tells nobody else', async () => {
    await expect(asks(shop(), 'admin@example.com', { ...identity, role: 'user' })).rejects.toThrow(Forbidden);
  });
});

describe('POST /updateuser', () => {
  const says = (house: ReturnType<typeof shop>, key: string, body: object) =>
    call(house.routes, 'POST /updateuser', { body, caller: { ...identity, role: 'user' }, command: contextOf(key) });

  it('changes the profile, and counts only what was new', async () => {
    const house = shop();
    await house.register();
    const body = { name: 'Somebody Else', email: mina.email, ...profile };
    expect(await says(house, 'k1', body)).toMatchObject({
      body: { acknowledged: true, modifiedCount: 1 },
      position: 2n,
    });
    expect(await says(house, 'k1', body)).toMatchObject({ body: { modifiedCount: 1 }, position: 2n });
    expect(await says(house, 'k2', body)).toMatchObject({ body: { modifiedCount: 0 } });
    expect((await house.users.findByEmail(mina.email)).found).toEqual({
      _id: 'u1',
      name: 'Mina',
      email: mina.email,
      ...profile,
    });
  });

  it("refuses somebody else's email", async () => {
    const house = shop();
    await house.register();
    await expect(says(house, 'k1', { email: admin.email, ...profile })).rejects.toThrow(Forbidden);
  });

  it.each([{ social: 'javascript:alert(1)' }, { phone: ' ' }, { location: undefined }])('refuses %j', async (but) => {
    await expect(says(shop(), 'k1', { email: mina.email, ...profile, ...but })).rejects.toThrow(Invalid);
  });
});

describe('erasing', () => {
  it('takes a person out of every answer, and lets them not come back', async () => {
    const { users, register } = shop();
    await register();
    await users.useCases.erase('u1', contextOf('k1'));
    expect(await users.callerOf('u1')).toBeUndefined();
    expect((await users.findByEmail(mina.email)).found).toBeUndefined();
    await expect(register(identity, 'later')).rejects.toThrow(Forbidden);
  });
});

describe('an email that somebody else had before', () => {
  it('shows and means who has it now', async () => {
    const { routes, register } = shop();
    await register({ ...identity, uid: 'u5' });
    await register();
    const updated = { email: mina.email, ...profile };
    const caller: Caller = { ...identity, uid: 'u5', role: 'user' };
    await call(routes, 'POST /updateuser', { caller, body: updated, command: contextOf('profile') });
    const asOwner = await call(routes, 'GET /user/{email}', {
      caller: { ...identity, role: 'user' },
      params: { email: mina.email },
    });
    expect(asOwner.body).toEqual({ _id: 'u1', name: 'Mina', email: mina.email });
  });
});
