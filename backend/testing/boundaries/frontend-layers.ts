import type { Import } from './import-graph.ts';

const isSpec = (path: string) => /\.spec\.tsx?$/.test(path);

/**
 * The layers of frontend/src: the app over its features, those over what they share in components/, that over lib/.
 * A file imports from its own layer and from those below; a feature nothing of another feature. What two of them need
 * moves down, and a page made of several is put together in app/. Tests may also take the whole site, and the rooms
 * for testing.
 */
export function isBelow({ from, to }: Import, features: readonly string[]): boolean {
  const [own, other] = [roomOf(from, features), roomOf(to, features)];
  if (own === undefined || other === undefined || own === other) return true;
  if (other === 'testing') return isSpec(from);
  if (own === 'testing' || (isSpec(from) && other === 'app')) return true;
  return mayImport(own).includes(kindOf(other));
}

/** `app`, `components`, `lib`, `testing`, `features/booking`; undefined for what is in none of them. */
function roomOf(path: string, features: readonly string[]): string | undefined {
  const [, room] = path.match(/^frontend\/src\/([^/]+)\/./) ?? [];
  if (room !== 'features') return room;
  const feature = features.find((name) => path.startsWith(`frontend/src/features/${name}/`));
  return feature && `features/${feature}`;
}

const kindOf = (room: string) => room.split('/')[0] ?? room;

function mayImport(room: string): readonly string[] {
  switch (kindOf(room)) {
    case 'app':
      return ['features', 'components', 'lib'];
    case 'features':
      return ['components', 'lib'];
    case 'components':
      return ['lib'];
    default:
      return [];
  }
}
