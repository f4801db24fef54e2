/** `npm run test:thorough`: all of a whole shop's tests on every pair of stores, and more often or from more sides. */
export const isThorough = process.env.TEST_THOROUGH === '1';

/**
 * How often something is tried that comes out another way each time: a few times by `npm test`, which everybody waits for, and
 * many times by `npm run test:thorough`.
 */
export function asOften(few: number, many: number): number {
  return isThorough ? many : few;
}

/**
 * From which of several sides something is looked at, where many things are looked at in a row: by `npm run test:thorough` each from
 * all of them; by `npm test` each from one, the next from the next, so that everything is looked at and so is every side.
 * @param place which of the many it is, from 0.
 */
export function inTurn<Side>(sides: readonly Side[], place: number): readonly Side[] {
  return isThorough ? sides : sides.filter((_, index) => index === place % sides.length);
}
