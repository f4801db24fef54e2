// Runs before anything is painted: what must not wait for the shop's code. It may fail (no storage): then it waits.
try {
  // The colour scheme somebody chose, so that a dark page does not begin with a white flash. As Mantine stores it.
  const chosen = localStorage.getItem('colour-scheme');
  if (chosen === 'light' || chosen === 'dark') {
    document.documentElement.setAttribute('data-mantine-color-scheme', chosen);
  }
} finally {
  // The home page's large picture, which would be asked for only when the code has run.
  if (/^\/(home\/?)?$/.test(location.pathname)) {
    const picture = new Image();
    picture.fetchPriority = 'high';
    picture.src = '/pictures/carousel/workshop.svg';
  }
}

// Code without which nothing is shown does not come (an update, no connection): said with nothing but the page itself.
addEventListener(
  'error',
  ({ target }) => {
    const opening = document.querySelector('.opening');
    if (!(target instanceof HTMLScriptElement) || !opening || document.querySelector('.broken')) return;
    const main = document.createElement('main');
    main.className = 'broken';
    main.setAttribute('role', 'alert');
    main.innerHTML =
      '<h1>The shop could not be shown</h1>' +
      '<p>It may have been updated meanwhile, or the connection was lost. Reloading usually helps.</p>' +
      '<button type="button">Reload the page</button>';
    main.querySelector('button').addEventListener('click', () => location.reload());
    opening.after(main);
  },
  true,
);
