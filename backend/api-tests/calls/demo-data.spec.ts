import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Tool } from '../../../modules/catalog/contract.ts';
import type { Review } from '../../../modules/reviews/contract.ts';
import { demoTools } from '../../start/demo/demo-tools.ts';
import { signIn } from '../../testing/api-client.ts';
import { openShop, shopUnderTest } from '../shop-under-test.ts';

const shop = shopUnderTest();

describe('the demo data', () => {
  it('has at least 12 tools with pictures of our own', async () => {
    const { body } = await shop.nobody.get<Tool[]>('/tool');
    expect(body.length).toBeGreaterThanOrEqual(12);
    expect(new Set(body.map(({ name }) => name)).size).toBe(body.length);
    for (const { img } of body) {
      expect(img).toMatch(/^\/pictures\/tools\/[\w-]+\.svg$/);
      expect(existsSync(new URL(`../../../frontend/public${img}`, import.meta.url)), img).toBe(true);
    }
  });

  it('says of each tool what it is, and shows some from near', async () => {
    const { body } = await shop.nobody.get<Tool[]>('/tool');
    for (const { name, category, specifications = [] } of body) {
      expect(category, name).toMatch(/^[A-Z][a-z ]+$/);
      expect(specifications.length, name).toBeGreaterThanOrEqual(2);
    }
    expect(new Set(body.map(({ category }) => category)).size).toBeGreaterThanOrEqual(4);
    const pictures = body.flatMap((tool) => tool.pictures ?? []);
    expect(pictures.length).toBeGreaterThanOrEqual(6);
    for (const picture of pictures) {
      expect(existsSync(new URL(`../../../frontend/public${picture}`, import.meta.url)), picture).toBe(true);
    }
  });

  it('has 6 reviews', async () => {
    expect((await shop.nobody.get<Review[]>('/reviews')).body).toHaveLength(6);
  });

  it('has some of them of tools, none of which says that it was bought, so that ratings are as they were added', async () => {
    const reviews = (await shop.nobody.get<Review[]>('/reviews')).body.filter(({ toolId }) => toolId !== undefined);
    expect(reviews.length).toBeGreaterThanOrEqual(3);
    for (const { bought, name, rating, toolId, toolName } of reviews) {
      const { body: tool } = await shop.nobody.get<Tool>(`/tool/${toolId}`);
      expect(toolName).toBe(tool.name);
      expect(name).toMatch(/^Demo /);
      expect(rating).toBeGreaterThanOrEqual(1);
      expect(bought).toBeUndefined();
      expect(tool.stars).toBeUndefined();
      expect(tool.Ratings).toBe(demoTools.find(({ name }) => name === toolName)?.ratings);
      expect((await shop.nobody.get<Review[]>(`/reviews?toolId=${toolId}`)).body).toHaveLength(1);
    }
  });

  it('has its people review no tool twice', async () => {
    const shopper = await signIn(shop.origin, 'shopper@inventory.dev', 'inventory');
    const [own] = (await shopper.get<Review[]>('/reviews/mine')).body.filter(({ toolId }) => toolId !== undefined);
    const again = { review: 'Once more', description: 'As good as before.', toolId: own?.toolId, rating: 5 };
    expect((await shopper.post('/reviews', again)).status).toBe(409);
  });

  it('has an admin and a shopper, who log in with the password inventory', async () => {
    const admin = await signIn(shop.origin, 'admin@inventory.dev', 'inventory');
    const shopper = await signIn(shop.origin, 'shopper@inventory.dev', 'inventory');
    expect((await admin.get(`/admin/${admin.email}`)).body).toEqual({ admin: true });
    expect((await shopper.get(`/admin/${shopper.email}`)).body).toEqual({ admin: false });
  });

  it('is not there when it is not wanted', async () => {
    const empty = await openShop({ SEED: 'none' });
    try {
      for (const path of ['/tool', '/reviews']) expect((await shop.nobody.at(empty.origin).get(path)).body).toEqual([]);
    } finally {
      await empty.end();
    }
  });
});
