import { expect, it } from 'vitest';
import { isFreshProof, proofMinutes } from './fresh-proof.ts';

it('a proof of who somebody is counts to the last of its minutes, and no moment longer', () => {
  const provedAt = new Date('2026-01-02T03:04:05.000Z');
  const after = (milliseconds: number) => new Date(provedAt.getTime() + milliseconds);
  expect(isFreshProof({ provedAt }, after(proofMinutes * 60_000))).toBe(true);
  expect(isFreshProof({ provedAt }, after(proofMinutes * 60_000 + 1))).toBe(false);
});
