/**
 * Something that is made when it is first asked for, and then kept for all. Where that fails, as it does while no file can be
 * opened, whoever asked is told, and whoever asks next tries again: what passes must not be remembered as failed for ever.
 */
export function madeOnce<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () => {
    made ??= make().catch((reason: unknown) => {
      made = undefined;
      throw reason;
    });
    return made;
  };
}
