import { expect, it } from 'vitest';
import { eventDeclarations } from '../../start/stores/event-declarations.ts';
import { nearestName } from './nearest-name.ts';

it.each([
  ['ToolBoked', 'ToolBooked'],
  ['toolbooked', 'ToolBooked'],
  ['SignInFail', 'SignInFailed'],
  ['WeatherChanged', undefined],
  ['X', undefined],
])('%s is meant for %s', (typed, meant) => {
  expect(nearestName(typed, eventDeclarations.keys())).toBe(meant);
});
