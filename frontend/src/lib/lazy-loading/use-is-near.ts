import { type RefObject, useEffect, useState } from 'react';

/** Whether something has come near what is shown of the page, once and for all: what is far down is asked for then. */
export function useIsNear(place: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const node = place.current;
    if (!node || isNear) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: '400px' },
    );
    observer.observe(node);
    return () => observer.disconnect();
  }, [place, isNear]);
  return isNear;
}
