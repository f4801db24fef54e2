/**
 * How often something is tried that comes out another way each time: a few times by `npm test`, which everybody waits for, and
 * many times by `npm run test:thorough`.
 */
export function asOften(few: number, many: number): number {
  return process.env.TEST_THOROUGH === '1' ? many : few;
}
