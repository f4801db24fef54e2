import type { NodeFeed } from '../../feed/node-feed.ts';
import { lookTogether } from '../../feed/read-your-writes/look-together.ts';

/**
 * What calls wait for before they are carried out: that GETs show what others have acknowledged (Serving.whenFresh). One look for all of
 * a turn of the event loop, and none where there are no others.
 */
export function freshFor(
  feed: Pick<NodeFeed, 'whenFresh' | 'freshness'>,
): (isChange: boolean) => Promise<boolean | undefined> | undefined {
  const looks = lookTogether(() => feed.whenFresh());
  return (isChange) => {
    if (!feed.freshness.isInQuestion) return undefined;
    return isChange ? looks.forChange() : looks.forReading();
  };
}
