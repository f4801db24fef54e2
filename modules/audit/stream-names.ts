/** What streams are called before their ids, as far as it is known. */
type Names = { readonly has: (name: string) => boolean };

/** What a stream is called before its id: `booking` of `booking-b1`. Names have hyphens too, and so have ids: the longest that is known. */
export function categoryOf(stream: string, known: Names): string {
  for (let end = stream.lastIndexOf('-'); end > 0; end = stream.lastIndexOf('-', end - 1)) {
    const name = stream.slice(0, end);
    if (known.has(name)) return name;
  }
  return stream;
}

/** `booking:b1`, as the wire names what a stream is about; undefined for a stream that is about no thing. */
export function entityOf(stream: string, known: Names): string | undefined {
  const name = categoryOf(stream, known);
  return name === stream ? undefined : `${name}:${stream.slice(name.length + 1)}`;
}

/** The stream of an entity, or of what is named like a stream already. */
export function streamOfEntity(entity: string): string {
  return entity.replace(':', '-');
}
