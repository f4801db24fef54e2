/** An event whose data nobody can read, so that nobody can handle it. */
export class DamagedEvent extends Error {
  override name = 'DamagedEvent';
}
