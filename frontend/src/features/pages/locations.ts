/** Where the counters are. */
export const locations = [
  {
    city: 'Dhaka',
    picture: '/pictures/cities/dhaka.svg',
    text: 'The main counter: every tool on the shelves, and the repair bench.',
  },
  {
    city: 'Chittagong',
    picture: '/pictures/cities/chittagong.svg',
    text: 'By the harbour: bearings, bolts and everything that rusts.',
  },
  {
    city: 'Rajshahi',
    picture: '/pictures/cities/rajshahi.svg',
    text: 'Hand tools and measuring gear, with collection of orders.',
  },
];
