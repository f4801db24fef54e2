/** Above what is fixed at the lower end of a phone (toaster.module.css), in pixels. */
const raised = '--shop-toasts-raised';
const phone = '(max-width: 48em)';
const gapPx = 8;

/** What one presses next: the filled buttons. Mantine names the other variants alone. */
const leadingOn = '.mantine-Button-root:not([data-variant], :disabled)';

/** The messages that are there, as one box; undefined where none is. */
const toastsShown = () => document.querySelector('[data-toast]')?.closest('[data-position]') ?? undefined;

let isWatching = false;

/**
 * For as long as there are messages: raises those at the lower end of a phone above what leads on. Without this, one would lie over
 * the button that the page says to press. What moves below them, by hand or as a page comes, is found with each frame.
 */
export function keepClearOfToasts(): void {
  if (isWatching) return;
  isWatching = true;
  // They come with the next frames.
  let patience = 60;
  const look = () => {
    const toasts = toastsShown();
    if (toasts) patience = 0;
    else patience -= 1;
    raise(toasts && matchMedia(phone).matches ? neededBy(toasts) : 0);
    isWatching = toasts !== undefined || patience > 0;
    if (isWatching) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

const raisedBy = () => Number.parseFloat(document.documentElement.style.getPropertyValue(raised)) || 0;

function raise(px: number): void {
  const { style } = document.documentElement;
  if (px === raisedBy()) return;
  if (px === 0) style.removeProperty(raised);
  else style.setProperty(raised, `${px}px`);
}

/** How far up there is a place for them; 0 where there is none in the window. */
function neededBy(toasts: Element): number {
  const box = toasts.getBoundingClientRect();
  const [top, bottom] = [box.top + raisedBy(), box.bottom + raisedBy()];
  const kept = [...document.querySelectorAll(`${leadingOn}, :focus-visible`)]
    .filter((node) => !toasts.contains(node))
    .map((node) => node.getBoundingClientRect())
    .filter(({ height }) => height > 0 && height < innerHeight / 2)
    .sort((one, other) => other.top - one.top);
  let px = 0;
  for (const one of kept) {
    const isBelow = one.top >= bottom - px + gapPx || one.bottom <= top - px - gapPx;
    if (!isBelow) px = Math.ceil(bottom + gapPx - one.top);
  }
  return top - px > innerHeight / 4 ? px : 0;
}
