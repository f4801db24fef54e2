import { Durations } from './durations.ts';

/** Kinds of answers, by the first digit of their status. */
const kinds = ['none', '1xx', '2xx', '3xx', '4xx', '5xx'];
/** Other methods are counted together: anybody may send anything. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** How long the calls of one route took, by what came of them. */
class CallsOfRoute {
  readonly #byKind: (Durations | undefined)[] = kinds.map(() => undefined);

  /** @param status of the answer; 0 when there was none */
  add(status: number, seconds: number): void {
    const kind = (status / 100) | 0;
    const durations = this.#byKind[kind] ?? new Durations();
    this.#byKind[kind] = durations;
    durations.add(seconds);
  }

  get byStatus(): (readonly [status: string, durations: Durations])[] {
    return kinds.flatMap((name, kind) => {
      const durations = this.#byKind[kind];
      return durations ? [[name, durations] as const] : [];
    });
  }
}

/** How long calls took, by the route as it is declared: an address as it came would be a time series each, and may hold an email. */
export class AnsweredCalls {
  readonly #routes = new Map<string, { method: string; route: string; calls: CallsOfRoute }>();

  /** @param route its path as declared, or a name for what is no route */
  of(method: string, route: string): CallsOfRoute {
    const counted = methods.has(method) ? method : 'other';
    const key = `${counted} ${route}`;
    const known = this.#routes.get(key) ?? { method: counted, route, calls: new CallsOfRoute() };
    this.#routes.set(key, known);
    return known.calls;
  }

  /** All that there were. */
  get all(): { labels: { method: string; route: string; status: string }; durations: Durations }[] {
    return [...this.#routes.values()].flatMap(({ method, route, calls }) =>
      calls.byStatus.map(([status, durations]) => ({ labels: { method, route, status }, durations })),
    );
  }
}
