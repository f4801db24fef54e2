import { lifetime } from './session-limits.ts';

/** No honest page says that it is idle for longer, in seconds: its session would have ended. */
const longest = lifetime / 1_000;

/**
 * The header `Idle-For`: how many seconds ago the person in front of the page last did something themselves (a key, a click), which
 * our pages send with every call, since many of their calls are not asked for by anybody. In milliseconds; undefined for a call
 * without it, or with nonsense.
 */
export function idleForIn(header: string | readonly string[] | undefined): number | undefined {
  if (typeof header !== 'string' || !/^\d{1,8}$/.test(header)) return undefined;
  return Math.min(Number(header), longest) * 1_000;
}
