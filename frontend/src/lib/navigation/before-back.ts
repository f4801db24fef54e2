type Hear = (event: PopStateEvent) => void;

let heard: Hear | undefined;

// Loaded before the router listens: a browser tells its window's listeners in the order they came, whatever they ask for.
window.addEventListener('popstate', (event) => heard?.(event));

/** Who hears of Back and Forward before the router does, and can keep it from hearing; nobody when left out. */
export function hearBeforeRouter(hear?: Hear): void {
  heard = hear;
}
