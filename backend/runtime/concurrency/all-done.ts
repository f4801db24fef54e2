/**
 * What all of them come to, once the last is done, also where one fails: so nothing of it is under way any more when somebody
 * hears of the failure and begins anew. `Promise.all` tells of the first failure at once.
 * @throws what the first of them, in their order, failed with
 */
export async function allDone<Each>(all: Iterable<Promise<Each>>): Promise<Each[]> {
  const outcomes = await Promise.allSettled(all);
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
}
