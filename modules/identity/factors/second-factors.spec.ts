import { describe, expect, it } from 'vitest';
import { InMemoryCommands } from '../../../backend/doubles/in-memory-commands.ts';
import { contextOf } from '../../../backend/testing/context.ts';
import { Conflict, Invalid, TooMany } from '../../kernel/errors.ts';
import { factorEvents } from './events.ts';
import { methodsOf } from './factors.ts';
import type { MadePasskey } from './passkeys.ts';
import { WrongFactor } from './refusals.ts';
import { SecondFactors } from './second-factors.ts';
import { codeAt } from './totp.ts';

const secret = Buffer.alloc(32, 1);
const mina = { uid: 'u1', sid: 's1' };

function wired() {
  let time = Date.parse('2026-01-02T03:04:05.000Z');
  const now = () => new Date(time);
  const commands = new InMemoryCommands({ now });
  const own = new SecondFactors({ commands, secret, now });
  const wait = (seconds: number) => {
    time += seconds * 1_000;
  };
  const code = (of: string) => codeAt(of, now().toISOString());
  return { commands, own, wait, code };
}

async function withApp() {
  const all = wired();
  const offer = all.own.offerTotp('u1', 'mina@example.com', contextOf('k1'));
  const added = await all.own.addTotp(mina, offer.offer, all.code(offer.secret), contextOf('k2'));
  all.wait(30);
  const show = (key: string, code = all.code(offer.secret), proof = 'p1') =>
    all.own.use('u1', { proof }, all.own.typed('u1', { code }), contextOf(key));
  const showCode = (key: string, recoveryCode: string, proof = 'p1') =>
    all.own.use('u1', { proof }, all.own.typed('u1', { recoveryCode }), contextOf(key));
  return { ...all, offer, added, show, showCode };
}

describe('an authenticator app', () => {
  it('counts once its first code has come, and nothing is kept before', async () => {
    const { own, commands, code } = wired();
    const { offer, secret: shown, uri } = own.offerTotp('u1', 'mina@example.com', contextOf('k1'));
    expect(uri).toContain(`secret=${shown}`);
    expect(uri).toMatch(/^otpauth:\/\/totp\/Inventory:mina/);
    expect(commands.log).toEqual([]);
    expect(methodsOf(await own.of('u1'))).toEqual([]);
    await own.addTotp(mina, offer, code(shown), contextOf('k2'));
    expect(methodsOf(await own.of('u1'))).toEqual(['totp', 'recovery-code']);
  });

  it('is offered for a quarter of an hour, and to one person', async () => {
    const { own, wait, code } = wired();
    const { offer, secret: shown } = own.offerTotp('u1', 'mina@example.com', contextOf('k1'));
    await expect(own.addTotp({ uid: 'u2', sid: 's2' }, offer, code(shown), contextOf('k2'))).rejects.toThrow(Invalid);
    const [, id] = offer.split('.');
    await expect(own.addTotp(mina, `9999999999999.${id}`, code(shown), contextOf('k3'))).rejects.toThrow(Invalid);
    wait(15 * 60);
    await expect(own.addTotp(mina, offer, code(shown), contextOf('k4'))).rejects.toThrow(/took too long/);
  });

  it('is answered with the same recovery codes when its first code comes again, also once the offer is over', async () => {
    const { own, commands, wait, code } = wired();
    const { offer, secret: shown } = own.offerTotp('u1', 'mina@example.com', contextOf('k1'));
    const first = code(shown);
    const add = () => own.addTotp(mina, offer, first, contextOf('k2'));
    const added = await add();
    expect(added.codes).toHaveLength(10);
    wait(15 * 60);
    expect(await add()).toEqual({ ...added, recordedAt: expect.any(Date) });
    expect(commands.ofType('TotpAdded')).toHaveLength(1);
  });

  it('proves with each code once, also when they come at the same time', async () => {
    const { show } = await withApp();
    const all = await Promise.allSettled([show('k3'), show('k4'), show('k5')]);
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(show('k3')).resolves.toBeDefined(); // The same call again, whose answer was lost.
  });

  it('proves with a code beside one first proof, whatever key another comes with', async () => {
    const { show, added, showCode } = await withApp();
    await show('k3');
    await expect(show('k3', undefined, 'p2')).rejects.toThrow(WrongFactor);
    const [recoveryCode = ''] = added.codes ?? [];
    await showCode('k4', recoveryCode);
    await expect(showCode('k4', recoveryCode)).resolves.toBeDefined();
    await expect(showCode('k4', recoveryCode, 'p2')).rejects.toThrow(WrongFactor);
  });

  it.each([
    ['after the last wrong code of a sign-in that there is no other try', { isOnce: true }, true],
    ['after none in a session that it is over', {}, false],
  ] as const)('says %s, and then hears no code', async (_, how, isOverThen) => {
    const { own, code, offer } = await withApp();
    const show = (key: string, typed = code(offer.secret), proof = 'p1') =>
      own.use('u1', { proof, ...how }, own.typed('u1', { code: typed }), contextOf(key));
    const isOver = [];
    for (const key of ['a', 'b', 'c', 'd', 'e']) {
      isOver.push(await show(key, '000000').catch((reason: unknown) => reason instanceof WrongFactor && reason.isOver));
    }
    expect(isOver).toEqual([false, false, false, false, isOverThen]);
    await expect(show('f')).rejects.toThrow(TooMany);
    await expect(show('g', undefined, 'p2')).resolves.toBeDefined();
  });
});

describe('a passkey', () => {
  it('is answered with the same recovery codes when it comes again, also once its challenge is over', async () => {
    const { own, commands } = wired();
    const made = { challenge: 'c1', until: '2026-01-02T03:09:05.000Z', credentialId: 'p1', publicKey: 'key' };
    const add = (check: () => Promise<MadePasskey>) => own.addPasskey(mina, 'Blue key', check, contextOf('k1'));
    const added = await add(async () => ({ ...made, counter: 0, transports: [] }));
    expect(added.codes).toHaveLength(10);
    expect(await add(() => Promise.reject(new WrongFactor('The challenge is over.')))).toEqual({
      ...added,
      recordedAt: expect.any(Date),
    });
    expect(commands.ofType('PasskeyAdded')).toHaveLength(1);
  });
});

describe('recovery codes', () => {
  it('come with the first factor and are good once each', async () => {
    const { added, showCode } = await withApp();
    const [first = '', second = ''] = added.codes ?? [];
    await showCode('k3', first);
    await expect(showCode('k4', first)).rejects.toThrow(WrongFactor);
    await expect(showCode('k5', second)).resolves.toBeDefined();
  });

  it('that are wrong are refused also when too many were to be written down', async () => {
    const { show, showCode, commands, added } = await withApp();
    for (let n = 0; n < 10; n++) await show(`wrong ${n}`, '000000', `guess ${n % 2}`).catch(() => {});
    await expect(showCode('k3', 'none of them')).rejects.toThrow(WrongFactor);
    expect(commands.ofType('FactorRefused')).toHaveLength(10);
    await expect(showCode('k4', added.codes?.[0] ?? '')).resolves.toBeDefined();
  });

  it('are replaced by new ones', async () => {
    const { added, own, showCode } = await withApp();
    const { codes } = await own.makeRecoveryCodes('u1', contextOf('k3'));
    await expect(showCode('k4', added.codes?.[0] ?? '')).rejects.toThrow(WrongFactor);
    await expect(showCode('k5', codes[0] ?? '')).resolves.toBeDefined();
  });

  it('go with the last factor', async () => {
    const { added, own } = await withApp();
    await own.remove('u1', added.factorId, contextOf('k3'));
    expect(methodsOf(await own.of('u1'))).toEqual([]);
    await expect(own.makeRecoveryCodes('u1', contextOf('k4'))).rejects.toThrow(Conflict);
  });
});

describe('what is kept of them', () => {
  it('opens nothing by itself: secrets are sealed and shown nowhere, codes are digests', async () => {
    const { commands, added, offer } = await withApp();
    const [totp] = commands.ofType('TotpAdded');
    expect(totp?.data).toMatchObject({ secret: offer.secret });
    const { personal, secret: hidden } = factorEvents.get('TotpAdded')?.versions.get(1) ?? {};
    expect(personal?.fields).toContain('secret');
    expect(hidden).toContain('secret');
    const kept = JSON.stringify(commands.log.map(({ data, meta }) => ({ data, meta })));
    for (const code of added.codes ?? []) expect(kept).not.toContain(code);
  });

  it('ends as a whole', async () => {
    const { own, show } = await withApp();
    await own.endAllOf('u1', 'taken-over', contextOf('k3'));
    expect(methodsOf(await own.of('u1'))).toEqual([]);
    await expect(show('k4')).rejects.toThrow(WrongFactor);
  });
});
