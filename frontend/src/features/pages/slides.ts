export const slides = [
  { picture: '/pictures/carousel/workshop.svg', alt: 'A workbench by a window in the morning' },
  { picture: '/pictures/carousel/pegboard.svg', alt: 'A pegboard wall of tools above a workbench' },
  { picture: '/pictures/carousel/parts-drawers.svg', alt: 'Small-parts drawers with bolts, nuts and a bearing' },
];
