/** Each of the names between a pattern's braces by itself, so that none is there for another. */
export function eachNamedBy(glob: string): string[] {
  const [, before, names, after] = /^(.*)\{(.*)\}(.*)$/.exec(glob) ?? [];
  return names?.split(',').map((name) => `${before}${name}${after}`) ?? [glob];
}
