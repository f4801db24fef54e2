/** What the demo's people say: about a tool of the demo, which they give stars, or about the shop. */
export type DemoReview = {
  readonly review: string;
  readonly description: string;
  /** The tool's slug, and how many stars it gets; left out of what is about the shop. */
  readonly tool?: readonly [slug: string, stars: number];
};

/**
 * In the order in which they are written. The last one is about the shop: that it is there says that all are, also in a shop
 * that was filled when none was about a tool. None is marked 'Bought here', since nobody in the demo has bought anything.
 */
export const demoReviews: readonly DemoReview[] = [
  {
    review: 'The right bolt, the next day',
    description:
      'Ordered M8 bolts in the evening. They were the right length, the right class, and there before I had drilled the last hole.',
    tool: ['hex-bolts', 5],
  },
  {
    review: 'A hammer I will pass on',
    description: 'Well balanced, and the handle has not moved after a summer of fence posts. Worth every cent.',
    tool: ['claw-hammer', 5],
  },
  {
    review: 'No surprises at the till',
    description:
      'The price on the page was the price on the card. The order showed as paid before I had put my wallet away.',
  },
  {
    review: 'Good caliper for the price',
    description: 'Checked against gauge blocks: within a hundredth over the whole length. The battery lasts, too.',
    tool: ['digital-caliper', 4],
  },
  {
    review: 'Bearings by the ten',
    description:
      'Sealed, greased and well packed. I would like them back in stock soon, I have a second conveyor to mend.',
    tool: ['ball-bearing', 4],
  },
  {
    review: 'Says what is left',
    description:
      'I wanted four vises, there were three, and the page said so instead of taking my money. I bought three.',
  },
];
