import classes from './sandbox-stripe.module.css';

/**
 * Plays the bank that asks its customer whether this payment is theirs. Closing the dialog, with Escape too, is a no. Who
 * leaves the page takes it away, and the question stays open. Of whoever has left before it comes nothing is asked.
 */
export async function askForAuthentication(leaving: AbortSignal): Promise<'success' | 'failure' | 'left'> {
  if (leaving.aborted) return 'left';
  const dialog = document.createElement('dialog');
  dialog.className = classes.dialog ?? '';
  dialog.setAttribute('aria-labelledby', 'sandbox-authentication');
  dialog.innerHTML = `
    <form method="dialog">
      <h2 id="sandbox-authentication">Is this payment yours?</h2>
      <p>This is a test: your bank would ask you here to prove who you are.</p>
      <div>
        <button value="success" autofocus>Complete</button>
        <button value="failure">Fail</button>
      </div>
    </form>`;
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    leaving.addEventListener('abort', () => {
      dialog.remove();
      resolve('left');
    });
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'success' ? 'success' : 'failure');
    });
  });
}
