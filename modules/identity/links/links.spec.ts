import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contextOf } from '../../../backend/testing/context.ts';
import { Unavailable } from '../../kernel/errors.ts';
import { secretsOf } from '../secrets.ts';
import { clock, linked, outcomes, passwords, wired } from '../testing/mailed-links.ts';
import { LinkExpired, LinkNotGood, LinkOfAnotherAccount } from './link-refusals.ts';

describe('a mailed link', () => {
  it('is used once, by however many, for whatever, in whatever order', async () => {
    const uses = fc.array(fc.record({ as: fc.constantFrom('reset', 'use'), after: fc.nat({ max: 40 }) }), {
      minLength: 1,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('recover' as const, 'change-email' as const), uses, async (purpose, tries) => {
        const { changes, commands, token, uid } = await linked(purpose, 'mina@example.org');
        const began = clock.time;
        const good = await outcomes(
          tries.map(({ as, after }, at) => {
            clock.time = began + after * 60_000;
            const context = contextOf(`use ${at}`);
            return as === 'reset'
              ? changes.resetPassword({ link: token, password: `good one number ${at}` }, context)
              : changes.confirmEmail(token, uid, context);
          }),
        );
        clock.time = began;
        expect(good).toBeLessThanOrEqual(1);
        expect(commands.ofType('LinkUsed').length).toBeLessThanOrEqual(1);
        expect(commands.ofType('PasswordChanged')).toHaveLength(purpose === 'recover' ? good : 0);
        expect(commands.ofType('EmailChanged')).toHaveLength(purpose === 'change-email' ? good : 0);
      }),
      { numRuns: 50 },
    );
  });

  it.each(['recover', 'change-email'] as const)(
    'to %s is good for half an hour from when it was asked for',
    async (purpose) => {
      const use = async (after: number) => {
        const { changes, token, uid } = await linked(purpose, 'mina@example.org');
        const began = clock.time;
        clock.time += after;
        const context = contextOf('use');
        const used =
          purpose === 'recover'
            ? changes.resetPassword({ link: token, password: 'another good one' }, context)
            : changes.confirmEmail(token, uid, context);
        return used.finally(() => {
          clock.time = began;
        });
      };
      await expect(use(30 * 60_000 - 1)).resolves.toBeDefined();
      await expect(use(30 * 60_000)).rejects.toThrow(LinkExpired);
    },
  );

  it('is not used up where the password cannot be hashed for now', async () => {
    const { commands, changes, token } = await linked('recover');
    const busy = async () => Promise.reject(new Unavailable('Too many others wait.'));
    const reset = { link: token, password: 'another good one' };
    const tried = wired(commands, { ...passwords, hash: busy }).changes.resetPassword(reset, contextOf('busy'));
    await expect(tried).rejects.toThrow(Unavailable);
    await changes.resetPassword(reset, contextOf('again'));
    expect(commands.ofType('PasswordChanged')).toHaveLength(1);
  });

  it('is opened by nothing that the log holds', async () => {
    const { commands, changes, token } = await linked('recover');
    const proof = token.split('.')[2] ?? '';
    expect(proof).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(commands.log.map(({ data, meta, stream }) => ({ data, meta, stream })))).not.toContain(proof);
    const others = secretsOf({ secret: Buffer.alloc(32, 9), emails: [Buffer.alloc(32, 2)] });
    const [, id = ''] = token.split('.');
    for (const made of [`recover.${id}.${others.linkProof(id, 'recover')}`, `change-email.${id}.${proof}`]) {
      const reset = changes.resetPassword({ link: made, password: 'another good one' }, contextOf('made up'));
      await expect(reset).rejects.toThrow(LinkNotGood);
    }
  });
});

describe('a link that makes an address an account’s', () => {
  it.each([undefined, 'u2'])('is used up by nobody who is signed in as %s', async (signedInAs) => {
    const { commands, changes, token, uid } = await linked('change-email', 'mina@example.org');
    await expect(changes.confirmEmail(token, signedInAs, contextOf('use'))).rejects.toThrow(LinkOfAnotherAccount);
    expect(commands.ofType('LinkUsed')).toEqual([]);
    await expect(changes.confirmEmail(token, uid, contextOf('use'))).resolves.toMatchObject({
      purpose: 'change-email',
    });
  });
});
