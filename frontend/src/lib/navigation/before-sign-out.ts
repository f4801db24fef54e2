type Go = () => void;
type Ask = (go: Go) => void;

let asks: Ask | undefined;

/** Who asks before somebody signs out by hand, and goes on when they say so; nobody when left out. */
export function askBeforeSignOut(ask?: Ask): void {
  asks = ask;
}

/** Signs out: at once, unless somebody asks first. Apart from whoever asks, since each page has the bar and few have a form. */
export function onceAsked(signOut: Go): void {
  if (asks) asks(signOut);
  else signOut();
}
