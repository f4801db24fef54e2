import type { StoredEvent } from '../../../modules/kernel/event.ts';
import { wrongInChain } from '../chain.ts';
import { isSeal, type LogSealed, type OutsideSeal } from '../log-sealed.ts';
import { isSigned, type Seal } from '../seal.ts';

/** A seal that the log is held against, and where it is known from. */
export type ExpectedSeal = {
  readonly seal: Seal;
  readonly isOutside: boolean;
  /** Where in the log the seal itself stands; undefined where it is gone. */
  readonly stands: bigint | undefined;
};

export type ExpectedSeals = {
  /** Those to hold the log against, from the smallest tree to the largest. */
  readonly expected: readonly ExpectedSeal[];
  /** What is wrong with the seals themselves, a sentence each. */
  readonly wrong: readonly string[];
};

export type KnownSeals = {
  /** What stands in the stream of seals. */
  readonly inLog: readonly StoredEvent[];
  readonly outside: readonly OutsideSeal[];
  /** The public keys that a seal may be signed by; undefined where none is known. */
  readonly believed: readonly string[] | undefined;
  /** The number of the last seal that the shop remembers to have made. */
  readonly remembered: number | undefined;
};

/**
 * The seals in the log and those from outside, held against each other. What somebody wrote in the place of a seal is not
 * one that the log is held against: those outside are. One outside takes no other's place: the whole chain in the log is looked
 * at as if there were none.
 */
export function expectedSeals({ inLog, outside, believed, remembered }: KnownSeals): ExpectedSeals {
  const wrong = new Set<string>();
  const isGood = (seal: Seal, where: string) => {
    if (!isSigned(seal)) wrong.add(`Seal ${seal.number} ${where} is not signed by the key that it names.`);
    else if (believed && !believed.includes(seal.key)) {
      wrong.add(`Seal ${seal.number} ${where} is signed by a key that is not this shop's: ${seal.key}.`);
    } else return true;
    return false;
  };
  const events = new Map<number, StoredEvent>();
  for (const event of inLog) {
    const number = Number(event.revision);
    if (events.has(number)) wrong.add(`Seal ${number} stands in the log more than once.`);
    else events.set(number, event);
  }
  const expected: ExpectedSeal[] = [];
  const believedOutside = new Map<number, OutsideSeal>();
  for (const { event, ...seal } of outside) {
    if (!isGood(seal, 'outside the log')) continue;
    const same = believedOutside.get(seal.number);
    if (same?.event === event) continue;
    if (same) wrong.add(`Of seal ${seal.number} there are two outside the log.`);
    believedOutside.set(seal.number, { ...seal, event });
    expected.push({ seal, isOutside: true, stands: events.get(seal.number)?.position });
  }
  for (const [number, event] of events) {
    if (!isSeal(event)) continue;
    const { data: seal, position: stands } = event as StoredEvent<LogSealed>;
    const isKnown = believedOutside.has(number);
    if (isGood(seal, 'in the log') && !isKnown) expected.push({ seal, isOutside: false, stands });
  }
  expected.sort((one, other) => one.seal.size - other.seal.size);
  for (const each of wrongInChain({ events, outside: believedOutside, remembered })) wrong.add(each);
  return { expected, wrong: [...wrong] };
}
