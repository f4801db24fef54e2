/** Where the browser does not say when it has nothing to do; and how long it may take with saying so. In ms. */
const noIdleMs = 1_000;
const longestIdleMs = 5_000;

/** Resolves once the page is there and the browser has nothing better to do: what waits for it costs the first paint nothing. */
export async function leisure(): Promise<void> {
  await loaded();
  await idle();
}

async function loaded(): Promise<void> {
  if (document.readyState === 'complete') return;
  await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
}

async function idle(): Promise<void> {
  const { requestIdleCallback: whenIdle } = window as Partial<Pick<Window, 'requestIdleCallback'>>;
  await new Promise<void>((resolve) => {
    if (whenIdle) whenIdle(() => resolve(), { timeout: longestIdleMs });
    else setTimeout(resolve, noIdleMs);
  });
}
