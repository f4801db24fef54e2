import type { Query, QueryClient } from '@tanstack/react-query';
import { lookingPauseMs } from './looking-pause.ts';

/** In ms. What a busy shop tells of all the time is asked for so often at most. */
export const askEveryMs = 1_000;

/** All who look at the same are told of it at once: their questions are spread over so many ms. */
export const spreadMs = 2_000;

/** A node may show a little later what another one has told. */
const mostLooks = 5;

type Which = (query: Query) => boolean;

/**
 * Asks anew for what a notice tells of, and a few times more while some of it is on the screen that is behind the notice.
 * @param behind which of them still are, once they are answered
 */
export async function askWhileBehind(client: QueryClient, told: Which, behind = () => told): Promise<void> {
  let asked = told;
  for (let looks = 0; ; looks++) {
    await client.invalidateQueries({ predicate: asked });
    asked = behind();
    const isShown = client.getQueryCache().findAll({ type: 'active', predicate: asked }).length > 0;
    if (!isShown || looks >= mostLooks) return;
    await new Promise((resolve) => setTimeout(resolve, lookingPauseMs(looks)));
  }
}
