/** How long a proof of who somebody is counts for what must be confirmed, in minutes. */
export const proofMinutes = 15;

/** Whether it was proved lately who is calling, for what a session alone is not enough for (ASVS 5, 7.5.3). */
export function isFreshProof({ provedAt }: { readonly provedAt: Date }, now: Date): boolean {
  return now.getTime() - provedAt.getTime() <= proofMinutes * 60_000;
}
