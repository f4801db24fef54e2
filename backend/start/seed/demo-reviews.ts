/** What the demo's people say about the demo shop. */
export const demoReviews: readonly { readonly review: string; readonly description: string }[] = [
  {
    review: 'The right bolt, the next day',
    description:
      'Ordered M8 bolts in the evening. They were the right length, the right class, and there before I had drilled the last hole.',
  },
  {
    review: 'A hammer I will pass on',
    description: 'Well balanced, and the handle has not moved after a summer of fence posts. Worth every cent.',
  },
  {
    review: 'No surprises at the till',
    description:
      'The price on the page was the price on the card. The order showed as paid before I had put my wallet away.',
  },
  {
    review: 'Says what is left',
    description:
      'I wanted four vises, there were three, and the page said so instead of taking my money. I bought three.',
  },
  {
    review: 'Good caliper for the price',
    description: 'Checked against gauge blocks: within a hundredth over the whole length. The battery lasts, too.',
  },
  {
    review: 'Bearings by the ten',
    description:
      'Sealed, greased and well packed. I would like them back in stock soon, I have a second conveyor to mend.',
  },
];
