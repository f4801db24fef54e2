import classes from './audit.module.css';

/** A value of a thing's field; undefined where it has none. What people wrote reads from its own side. */
export function ShownValue({ value }: { value: unknown }) {
  if (value === undefined) return <span className={classes.nothing}>nothing</span>;
  if (value === '') return <span className={classes.nothing}>empty</span>;
  if (typeof value === 'string') return <bdi dir="auto">{value}</bdi>;
  if (typeof value === 'object' && value !== null) return <code>{JSON.stringify(value)}</code>;
  return <>{String(value)}</>;
}
