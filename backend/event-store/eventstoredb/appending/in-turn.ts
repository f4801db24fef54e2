/** Lets those who write to one stream go one after the other, in the order in which they came. */
export function inTurn(): <T>(stream: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();

  return async (stream, work) => {
    const before = last.get(stream);
    const mine = before ? before.then(work, work) : work();
    last.set(stream, mine);
    try {
      return await mine;
    } finally {
      if (last.get(stream) === mine) last.delete(stream);
    }
  };
}
