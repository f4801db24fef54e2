import { describe, it, type TestContext } from 'vitest';
import { isThorough } from './as-often.ts';

type Named<Body> = (title: string, body: Body) => void;
type Test = ((title: string, body: (test: TestContext) => Promise<void> | void, timeout?: number) => void) &
  Pick<typeof it, 'each'>;

const none: Test = Object.assign(() => undefined, { each: (() => () => undefined) as unknown as typeof it.each });

/**
 * A test, instead of `it`, that `npm run test:thorough` alone runs: a rare combination, or a second look at what `npm test` shows once
 * in another way. By `npm test` it is none at all, so that no page of promises can name it.
 */
export const thoroughly: Test = isThorough ? it : none;

/** A suite of such tests alone, instead of `describe`. */
export const describeThoroughly: Named<() => void> = isThorough ? describe : () => undefined;
