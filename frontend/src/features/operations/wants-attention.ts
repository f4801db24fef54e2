import type { NodeStatus, Status } from '../../../../modules/operations/contract.ts';

/** What waits for a seal for so many times as long as seals are apart, waits too long. */
const late = 3;

/**
 * What an operator should look at, a sentence each; none while all is well. Nothing that counts on: a sentence that is another each
 * time is read out each time.
 */
export function wantsAttention({ at, stores, nodes, projections, parked, seals, history }: Status): string[] {
  const stands = ({ address }: NodeStatus) => `The node at ${address} says nothing any more.`;
  const isLate =
    seals?.dueSince && seals.every !== null && Date.parse(at) - Date.parse(seals.dueSince) > late * seals.every * 1_000;
  return [
    ...stores
      .filter(({ answers }) => !answers)
      .map(({ store, kind }) => `The store of ${store} (${kind}) does not answer.`),
    ...(nodes ?? []).filter(({ standing }) => standing === 'silent').map(stands),
    ...projections
      .filter(({ state }) => state === 'stopped')
      .map(({ projection, reason }) => `The projection ${projection} stands still: ${reason}`),
    ...projections
      .filter(({ state }) => state === 'preparing')
      .map(({ projection }) => `The projection ${projection} is being made, and is not shown before.`),
    ...(parked.parked > 0 ? [waiting(parked.parked)] : []),
    ...(seals?.alarm ? [seals.alarm] : []),
    ...(history?.wrong ? [`The history is not indexed after position ${history.position}: ${history.wrong}`] : []),
    ...(isLate ? ['The last seal is older than it should be.'] : []),
  ];
}

function waiting(count: number): string {
  return count === 1 ? 'A parked event waits for a decision.' : `${count} parked events wait for a decision.`;
}
