import { describe, expect, it } from 'vitest';
import { InFlight } from './in-flight.ts';

const aDay = 86_400_000;

describe('what is being worked on', () => {
  it('is counted until it has ended, well or not', async () => {
    const inFlight = new InFlight();
    const [one, other] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
    const running = [inFlight.run(() => one.promise), inFlight.run(() => other.promise)];
    expect(inFlight.size).toBe(2);
    one.resolve(1);
    other.reject(new Error('no'));
    expect(await Promise.allSettled(running)).toMatchObject([{ value: 1 }, { reason: { message: 'no' } }]);
    expect(inFlight.size).toBe(0);
  });

  it('is waited for until none is left, by however many', async () => {
    const inFlight = new InFlight();
    await inFlight.idle(aDay);
    const [one, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    void inFlight.run(() => one.promise);
    void inFlight.run(() => other.promise);
    let idle = 0;
    const waiting = [inFlight.idle(aDay), inFlight.idle(aDay)].map((each) => each.then(() => (idle += 1)));
    one.resolve();
    await one.promise;
    expect(idle).toBe(0);
    other.resolve();
    await Promise.all(waiting);
    expect(idle).toBe(2);
    await inFlight.idle(aDay);
  });

  it('is not waited for any longer than it is said', async () => {
    const inFlight = new InFlight();
    void inFlight.run(() => new Promise(() => {}));
    await inFlight.idle(1);
    expect(inFlight.size).toBe(1);
  });
});
