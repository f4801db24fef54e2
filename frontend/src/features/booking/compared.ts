type Compared = { words: string; way: 'up' | 'down' | 'same' };

/** A number of today beside that of yesterday, in words: no colour has to say it. */
export function fewerOrMore(today: number, yesterday: number): Compared {
  const change = today - yesterday;
  if (change === 0) return { words: 'as many as yesterday', way: 'same' };
  const words = `${new Intl.NumberFormat('en').format(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'} than yesterday`;
  return { words, way: change > 0 ? 'up' : 'down' };
}

/** The same of money. */
export function lessOrMore(today: number, yesterday: number, format: (amount: number) => string): Compared {
  // Reckoned in cents at the least: 0.3 - 0.1 is 0.2.
  const change = Number((today - yesterday).toFixed(3));
  if (change === 0) return { words: 'the same as yesterday', way: 'same' };
  const words = `${format(Math.abs(change))} ${change > 0 ? 'more' : 'less'} than yesterday`;
  return { words, way: change > 0 ? 'up' : 'down' };
}
