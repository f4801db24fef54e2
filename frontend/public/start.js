// Browsers keep this for a week: where it and the page must change together, it takes another name.
// Runs before anything is painted: what must not wait for the shop's code. It may fail (no storage): then it waits.
const opening = document.currentScript;
try {
  // The colour scheme somebody chose, or their system's, so that a dark page does not begin with a white flash. As Mantine
  // stores it.
  const chosen = localStorage.getItem('colour-scheme');
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.mantineColorScheme =
    chosen === 'light' || chosen === 'dark' ? chosen : dark ? 'dark' : 'light';
  // As lib/access-token.ts stores it. The first screen is drawn for who is signed out.
  if (localStorage.getItem('accessToken') !== null) document.documentElement.dataset.signedIn = '';
} catch {}

// The shop's code comes after what the page shows by itself: without this, both would share the line, and everything that
// can be seen at once would wait for 160 kB that nobody can see. A window in the background paints nothing: it does not wait.
const code = opening.dataset.code?.split(' ') ?? [];
const preloaded = opening.dataset.preload?.split(' ') ?? [];
let isAskedFor = false;
function askForCode() {
  if (isAskedFor) return;
  isAskedFor = true;
  for (const href of preloaded) {
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }),
    );
  }
  for (const src of code) {
    document.head.append(
      Object.assign(document.createElement('script'), { type: 'module', async: true, crossOrigin: '', src }),
    );
  }
}
if (document.visibilityState === 'hidden') askForCode();
else {
  // The frame after the first, or when that does not come.
  requestAnimationFrame(() => setTimeout(askForCode));
  document.addEventListener('visibilitychange', askForCode, { once: true });
}

// Code without which nothing is shown does not come (an update, no connection): said with nothing but the page itself.
addEventListener(
  'error',
  ({ target }) => {
    const shown = document.querySelector('.opening, .first-screen');
    if (!(target instanceof HTMLScriptElement) || !shown || document.querySelector('.broken')) return;
    const main = document.createElement('main');
    main.className = 'broken';
    main.setAttribute('role', 'alert');
    main.innerHTML =
      '<h1>The shop could not be shown</h1>' +
      '<p>It may have been updated meanwhile, or the connection was lost. Reloading usually helps.</p>' +
      '<button type="button">Reload the page</button>';
    main.querySelector('button').addEventListener('click', () => location.reload());
    if (shown.className === 'opening') shown.after(main);
    else shown.replaceWith(main);
  },
  true,
);
