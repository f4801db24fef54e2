import { send } from '../api/http.ts';
import { watchedForSilence } from '../api/silence.ts';

/** The shop answers, but has this part of its code no more: it was updated since the page was opened. */
export class CodeGone extends Error {
  constructor(cause: unknown) {
    super('The shop was updated meanwhile. Reload the page to go on.', { cause });
    this.name = 'CodeGone';
  }
}

/**
 * A dynamic import, with an error that says what is the matter.
 * @throws NoAnswer without a connection: asking again later may help; CodeGone when only a reload helps.
 */
export async function fetchCode<Code>(load: () => Promise<Code>): Promise<Code> {
  const fetched = async () => {
    await fetchLostStyles();
    return load();
  };
  const fetching = fetched().catch(async () => {
    await send('/health/live');
    // The connection may have come back only now: then the code is there.
    return fetched().catch((cause) => {
      throw new CodeGone(cause);
    });
  });
  return watchedForSilence(fetching);
}

const lostStyles = new Set<string>();

// Vite asks for the styles of a chunk once. Without this, code that comes at the second try would come without them.
window.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lostStyles.add(target.href);
  },
  true,
);

async function fetchLostStyles(): Promise<void> {
  await Promise.all(
    [...lostStyles].map(async (href) => {
      const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
      const arrival = Promise.withResolvers<void>();
      link.onload = () => arrival.resolve();
      link.onerror = () => arrival.reject(new Error(`No styles at ${href}`));
      document.head.append(link);
      await arrival.promise;
      lostStyles.delete(href);
    }),
  );
}
