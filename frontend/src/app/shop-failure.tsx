/**
 * In place of the whole shop, when what surrounds the pages is broken. Nothing of the shop's own is used for it: that is
 * what may be missing.
 */
export function ShopFailure() {
  return (
    <main className="broken" role="alert">
      <h1>The shop could not be shown</h1>
      <p>It may have been updated meanwhile, or the connection was lost. Reloading usually helps.</p>
      <button type="button" onClick={() => window.location.reload()}>
        Reload the page
      </button>
    </main>
  );
}
