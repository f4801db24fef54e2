// Browsers keep this for a week: where it and the page must change together, it takes another name (it was start.js).
// Runs before anything is painted: what must not wait for the shop's code. It may fail (no storage): then it waits.
const opening = document.currentScript;
try {
  // The colour scheme somebody chose, or their system's, so that a dark page does not begin with a white flash. As Mantine
  // stores it.
  const chosen = localStorage.getItem('colour-scheme');
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.mantineColorScheme =
    chosen === 'light' || chosen === 'dark' ? chosen : dark ? 'dark' : 'light';
  // Which of the first screens in the page is for who looks; app/global.css leaves the others out. The access as
  // lib/session/access-token.ts stores it, the cart as lib/device/device-cart.ts. Where the page begins with what is not drawn (it was come to
  // from another, or there is something to say of a session that ended), none of them is.
  const { who: whose = '', lines = [] } = JSON.parse(localStorage.getItem('cart') ?? '{}');
  const isSignedIn = localStorage.getItem('accessToken') !== null;
  // The account's cart, which this device has not seen, is no empty one: it begins with as many places as cart-loading.tsx draws.
  const isSeen = !isSignedIn || whose === JSON.parse(localStorage.getItem('signedInUser') ?? '{}')?.email;
  const drawn = lines.length === 0 && !isSeen ? 2 : lines.length;
  const hasWord = [localStorage, sessionStorage].some((kept) => kept.getItem('signedOutBecause') !== null);
  const isOther = history.state?.usr?.from !== undefined || hasWord;
  const isDashboard = /^\/dashboard(\/|$)/i.test(location.pathname);
  const who = [
    isSignedIn && 'signed-in',
    drawn > 0 && 'filled',
    isOther && 'other',
    isSignedIn && isDashboard && 'dashboard',
  ];
  document.documentElement.dataset.first = who.filter(Boolean).join(' ');
  document.documentElement.dataset.lines = Math.min(drawn, 6);
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
  // Once something is painted, or where the browser does not say so.
  try {
    new PerformanceObserver(askForCode).observe({ type: 'paint', buffered: true });
  } catch {}
  requestAnimationFrame(() => setTimeout(askForCode, 1_000));
  // A window that lies behind others counts as visible and may paint nothing.
  setTimeout(askForCode, 3_000);
  document.addEventListener('visibilitychange', askForCode, { once: true });
}

// Code without which nothing is shown does not come (an update, no connection): said with nothing but the page itself.
addEventListener(
  'error',
  ({ target }) => {
    const bar = document.querySelector('.opening');
    if (!(target instanceof HTMLScriptElement) || !bar || document.querySelector('.broken')) return;
    for (const drawn of document.querySelectorAll('.first-screen')) drawn.remove();
    const main = document.createElement('main');
    main.className = 'broken';
    main.setAttribute('role', 'alert');
    main.innerHTML =
      '<h1>The shop could not be shown</h1>' +
      '<p>It may have been updated meanwhile, or the connection was lost. Reloading usually helps.</p>' +
      '<button type="button">Reload the page</button>';
    main.querySelector('button').addEventListener('click', () => location.reload());
    bar.after(main);
  },
  true,
);
