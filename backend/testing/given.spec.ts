import { describe, expect, it } from 'vitest';
import type { Aggregate } from '../../modules/kernel/aggregate.ts';
import { Conflict, NotFound } from '../../modules/kernel/errors.ts';
import type { DomainEvent } from '../../modules/kernel/event.ts';
import { given } from './given.ts';

type Lamp = { on: boolean };
type LampEvent = DomainEvent<'Lit', { by: string }> | DomainEvent<'Put out', { by: string }>;

const lamp: Aggregate<Lamp, LampEvent> = {
  name: 'lamp',
  initial: { on: false },
  evolve: (_, event) => ({ on: event.type === 'Lit' }),
};

const lit = (but: Partial<{ by: string }> = {}): LampEvent => ({ type: 'Lit', data: { by: 'u1', ...but } });

function light({ on }: Lamp): LampEvent[] {
  if (on) throw new Conflict('It is lit.');
  return [lit()];
}

describe('a decision as a sentence', () => {
  it('decides on the state that the past makes', () => {
    given(lamp).when(light).then(lit());
    given(lamp, lit())
      .when(light)
      .thenThrows(Conflict, /is lit/);
    given(lamp, lit())
      .when(() => [])
      .thenNothing();
  });

  it('is false when other events come out', () => {
    expect(() =>
      given(lamp)
        .when(light)
        .then(lit({ by: 'u2' })),
    ).toThrow();
    expect(() => given(lamp).when(light).then(lit(), lit())).toThrow();
    expect(() => given(lamp).when(light).thenNothing()).toThrow();
    expect(() =>
      given(lamp)
        .when(() => [])
        .then(lit()),
    ).toThrow();
  });

  it('is false when it is not refused, or otherwise', () => {
    expect(() => given(lamp).when(light).thenThrows(Conflict)).toThrow();
    expect(() => given(lamp, lit()).when(light).thenThrows(NotFound)).toThrow();
    expect(() => given(lamp, lit()).when(light).thenThrows(Conflict, /gone/)).toThrow();
  });
});
