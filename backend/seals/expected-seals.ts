import type { StoredEvent } from '../../modules/kernel/event.ts';
import { eventHash } from './last-sealed.ts';
import { isSeal, type LogSealed, type OutsideSeal } from './log-sealed.ts';
import { isSigned, type Seal } from './seal.ts';

/** A seal that the log is held against, and where it is known from. */
export type ExpectedSeal = { readonly seal: Seal; readonly isOutside: boolean };

export type ExpectedSeals = {
  /** Those to hold the log against, from the smallest tree to the largest. */
  readonly expected: readonly ExpectedSeal[];
  /** What is wrong with the seals themselves, a sentence each. */
  readonly wrong: readonly string[];
};

/**
 * The seals in the log and those from outside, held against each other. What somebody wrote in the place of a seal is not
 * one that the log is held against: those outside are.
 * @param events those in the stream of seals, by their numbers
 * @param believed the public keys that a seal may be signed by; undefined where none is known
 */
export function expectedSeals(
  events: ReadonlyMap<number, StoredEvent>,
  outside: readonly OutsideSeal[],
  believed: readonly string[] | undefined,
): ExpectedSeals {
  const wrong: string[] = [];
  const expected: ExpectedSeal[] = [];
  const isGood = (seal: Seal, where: string) => {
    if (!isSigned(seal)) wrong.push(`Seal ${seal.number} ${where} is not signed by the key that it names.`);
    else if (believed && !believed.includes(seal.key)) {
      wrong.push(`Seal ${seal.number} ${where} is signed by a key that is not this shop's: ${seal.key}.`);
    } else return true;
    return false;
  };
  const outsideNumbers = new Set<number>();
  for (const { event, ...seal } of outside) {
    if (!isGood(seal, 'outside the log')) continue;
    const inLog = events.get(seal.number);
    if (!inLog) wrong.push(`Seal ${seal.number}, up to position ${seal.position}, was removed from the log.`);
    else if (eventHash(inLog) !== event) {
      wrong.push(`Seal ${seal.number}, up to position ${seal.position}, is another one in the log.`);
    }
    expected.push({ seal, isOutside: true });
    outsideNumbers.add(seal.number);
  }
  for (const [number, event] of events) {
    if (outsideNumbers.has(number) || !isSeal(event)) continue;
    const { data: seal } = event as StoredEvent<LogSealed>;
    if (!isGood(seal, 'in the log')) continue;
    const before = events.get(number - 1);
    const isNext = seal.number === number && seal.previous === (before ? eventHash(before) : null);
    if (!isNext) wrong.push(`Seal ${number} in the log does not follow from the one before it.`);
    expected.push({ seal, isOutside: false });
  }
  expected.sort((one, other) => one.seal.size - other.seal.size);
  return { expected, wrong };
}
