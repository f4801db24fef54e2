import { addTool } from '../../../modules/catalog/commands/add-tool.ts';
import { tool } from '../../../modules/catalog/tool.ts';
import type { IdentityModule } from '../../../modules/identity/index.ts';
import { streamOf } from '../../../modules/kernel/aggregate.ts';
import { type Commands, scheduledOnce } from '../../../modules/kernel/commands.ts';
import { Bulkhead } from '../../../modules/kernel/concurrency/bulkhead.ts';
import { derivedId } from '../../../modules/kernel/encoding/derived.ts';
import { type EventStore, start } from '../../../modules/kernel/event-store.ts';
import { nearestMoney, times } from '../../../modules/kernel/values/money.ts';
import { addReview } from '../../../modules/reviews/commands/add-review.ts';
import { review } from '../../../modules/reviews/review.ts';
import { idOfToolReview } from '../../../modules/reviews/write-review.ts';
import type { UsersModule } from '../../../modules/users/index.ts';
import { type DemoReview, demoReviews } from './demo-reviews.ts';
import { type DemoTool, demoTools } from './demo-tools.ts';

export const demoPassword = 'inventory';
export const demoAdmin = { email: 'admin@inventory.dev', name: 'Demo Admin' };
export const demoShopper = { email: 'shopper@inventory.dev', name: 'Demo Shopper' };

type Wiring = {
  readonly commands: Commands;
  readonly store: EventStore;
  readonly identity: IdentityModule;
  readonly users: UsersModule;
  readonly currency: string;
};

const toolIdOf = (slug: string) => derivedId('demo-tool', slug);
const idOfShopReview = (at: number) => derivedId('demo-review', String(at));

/**
 * Fills a new shop with demo data, through the same commands that people use. Every step has a command id of its own,
 * so that a seed that was broken off goes on where it was, and one that is complete does nothing.
 * @returns the position of the last of it.
 */
export async function seed(wiring: Wiring): Promise<bigint> {
  const before = await lastOfAll(wiring.store);
  if (before !== undefined) return before;
  const [admin, shopper] = await Promise.all([signUp(wiring, demoAdmin), signUp(wiring, demoShopper)]);
  await wiring.users.useCases.promoteByUid(admin, scheduledOnce('seed-promote', admin));
  await Promise.all(demoTools.map((demo) => offer(wiring, demo)));
  for (const [at, said] of demoReviews.entries()) {
    const [uid, { name }] = at % 3 === 2 ? [admin, demoAdmin] : [shopper, demoShopper];
    await publish(wiring, at, { uid, name }, said);
  }
  return (await lastOfAll(wiring.store)) ?? start;
}

/** Where the last review stands, which is written last; undefined when it is not there. One that cannot be read is there. */
async function lastOfAll(store: EventStore): Promise<bigint | undefined> {
  const last = streamOf(review, idOfShopReview(demoReviews.length - 1));
  const read = await new Bulkhead().hold(store.readStream(last, { limit: 1 }));
  return read ? read.at(0)?.position : start;
}

async function signUp({ identity, users }: Wiring, who: { email: string; name: string }): Promise<string> {
  const { uid } = await identity.accounts.open(
    { ...who, password: demoPassword },
    scheduledOnce('seed-account', who.email),
  );
  await users.useCases.register({ uid, ...who }, scheduledOnce('seed-register', uid));
  return uid;
}

async function offer({ commands, currency }: Wiring, { slug, perPrice: price, ...demo }: DemoTool): Promise<void> {
  const toolId = toolIdOf(slug);
  const perPrice = nearestMoney(price, currency);
  const details = {
    type: 'AddTool',
    toolId,
    image: `/pictures/tools/${slug}.svg`,
    perPrice,
    totalPrice: times(perPrice, Math.max(1, demo.minimumOrder)),
    ...demo,
  } as const;
  await commands.execute(tool, toolId, scheduledOnce('seed-tool', toolId), details, addTool);
}

/** A review of a tool has the id that the writer's own would have: nobody has two of one tool, also not in the demo. */
async function publish(
  { commands }: Wiring,
  at: number,
  who: { uid: string; name: string },
  { tool: about, ...said }: DemoReview,
): Promise<void> {
  const [slug, rating] = about ?? [];
  const toolId = slug === undefined ? undefined : toolIdOf(slug);
  const reviewId = toolId === undefined ? idOfShopReview(at) : idOfToolReview(who.uid, toolId);
  const toolName = demoTools.find((demo) => demo.slug === slug)?.name;
  const ofTool = toolId === undefined ? {} : { toolId, rating, toolName };
  const command = { type: 'AddReview', reviewId, ...who, ...said, ...ofTool } as const;
  await commands.execute(review, reviewId, scheduledOnce('seed-review', reviewId), command, addReview);
}
