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
