/** When which counter is open. */
export const timings = [
  { name: 'Dhaka counter', time: '9:00 – 20:00', day: 'Saturday to Thursday' },
  { name: 'Chittagong counter', time: '9:00 – 18:00', day: 'Saturday to Thursday' },
  { name: 'Rajshahi counter', time: '10:00 – 18:00', day: 'Sunday to Thursday' },
  { name: 'Tool repair', time: '10:00 – 16:00', day: 'Saturday and Tuesday' },
  { name: 'Collection of orders', time: '8:00 – 21:00', day: 'Every day' },
];
