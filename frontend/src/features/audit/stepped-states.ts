import type { HistoryChange, HistorySteps } from '../../../../modules/audit/contract.ts';
import { currencyCodes } from '../../../../modules/kernel/values/currencies.ts';
import type { Money } from '../../../../modules/kernel/values/money.ts';

/** What something was, by its fields; null where it was not there. */
export type State = Readonly<Record<string, unknown>> | null;

/** What it was before the first of some steps, and after each: `states[n + 1]` is after `steps[n]`. */
export function steppedStates({ before, steps }: Pick<HistorySteps, 'before' | 'steps'>): State[] {
  const states: State[] = [before];
  for (const { changes } of steps) states.push(changed(states.at(-1) ?? null, changes));
  return states;
}

function changed(state: State, changes: readonly HistoryChange[]): State {
  const next = { ...state };
  for (const { field, after } of changes) {
    if (after === undefined) delete next[field];
    else next[field] = after;
  }
  return Object.keys(next).length > 0 ? next : null;
}

/** The fields of a state, those of what is inside it too: `today.orders`. Money is one value. */
export function fieldsOf(state: State, prefix = ''): Map<string, unknown> {
  return new Map(
    Object.entries(state ?? {}).flatMap(([field, value]): [string, unknown][] =>
      isPlain(value) ? [...fieldsOf(value, `${prefix}${field}.`)] : [[`${prefix}${field}`, value]],
    ),
  );
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isMoney(value);

/** An amount in minor units, as events carry it: not to be read as one of dollars. */
export function isMoney(value: unknown): value is Money {
  if (typeof value !== 'object' || value === null) return false;
  const { amount, currency, ...more } = value as Record<string, unknown>;
  const isAmount = typeof amount === 'number' && typeof currency === 'string' && currencyCodes.includes(currency);
  return isAmount && Object.keys(more).length === 0;
}

export type ComparedField = {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly is: 'same' | 'changed' | 'new' | 'gone';
};

/** Two states field by field. `fields` are those to compare, in their order: so nothing jumps as one steps. */
export function compared(before: State, after: State, fields: Iterable<string>): ComparedField[] {
  const [then, now] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...fields, ...now.keys()])].map((field) => {
    const [one, other] = [then.get(field), now.get(field)];
    return { field, before: one, after: other, is: wayFrom(one, other) };
  });
}

function wayFrom(before: unknown, after: unknown): ComparedField['is'] {
  if (JSON.stringify(before) === JSON.stringify(after)) return 'same';
  if (before === undefined) return 'new';
  return after === undefined ? 'gone' : 'changed';
}
