import type { Texts } from './read-wire.ts';

/** Which event it is, for who looks for who has written it. */
export type PassedOver = Pick<Texts, 'id' | 'type' | 'streamId' | 'revision' | 'position'>;

/** How many are said at most: whoever writes more of them than this has been told of. */
const mostSaid = 100;

/**
 * Says of each event once that it is passed over, however many read the log. The server's own are not to be wondered at.
 * @param mark the stream where the shop's history begins, whose event is none of it
 */
export function saidOnce(mark: string, say: (event: PassedOver) => void): (event: Texts) => void {
  const said = new Set<string>();
  return ({ id, type, streamId, revision, position }) => {
    if (streamId === mark || type.startsWith('$') || said.size >= mostSaid || said.has(id)) return;
    said.add(id);
    say({ id, type, streamId, revision, position });
  };
}
