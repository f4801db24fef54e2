import { describe, expect, it } from 'vitest';
import { live } from '../testing/clients/live-client.ts';
import { ownTime } from '../testing/measuring/own-time.ts';
import { liveUnderTest, said } from '../testing/shops/live-under-test.ts';

const crowd = 40;

describe('a node that closes', () => {
  it('has its sockets come back one after the other, over more than a second, and tells those that are left', async () => {
    const shop = await liveUnderTest();
    const clients = await Promise.all(Array.from({ length: crowd }, () => live(shop.origin)));
    const leftAt: number[] = [];
    for (const { socket } of clients) socket.once('disconnect', () => leftAt.push(performance.now()));
    const closed = shop.live.close();
    await expect.poll(() => leftAt.length, { interval: 1 }).toBeGreaterThan(0);
    shop.tell(said('everyone', 'still here'));
    await expect(live(shop.origin)).rejects.toThrow();
    await closed;
    await expect.poll(() => leftAt.length).toBe(crowd);
    expect(Math.max(...leftAt) - Math.min(...leftAt)).toBeGreaterThan(1_000);
    const heard = clients.filter((client) => client.of('said').length > 0);
    expect(heard.length).toBeGreaterThan(crowd / 2);
  });

  it('keeps nobody waiting who is alone', async () => {
    const shop = await liveUnderTest();
    await live(shop.origin);
    const took = ownTime();
    await shop.live.close();
    expect(took()).toBeLessThan(1_000);
  });
});
