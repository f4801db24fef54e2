import type { HistoryChange } from '../../../../modules/audit/contract.ts';
import classes from './audit.module.css';
import { ShownValue } from './shown-value.tsx';
import { type ComparedField, compared, fieldsOf } from './stepped-states.ts';

/** So many are named in a list; what has just begun to be has changed in all its fields. */
const most = 4;

/** What an event changed, in short: each field with what it was, struck out, and what it became. */
export function ChangeList({ changes }: { changes: readonly HistoryChange[] }) {
  const fields = changes.flatMap(insideOf);
  if (fields.length === 0) return null;
  return (
    <ul className={classes.changes} aria-label="What changed">
      {fields.slice(0, most).map(({ field, before, after }) => (
        <li key={field}>
          <span className={classes.field}>{field}</span>{' '}
          {before !== undefined && (
            <del>
              <ShownValue field={field} value={before} />
            </del>
          )}
          {before !== undefined && <span aria-hidden> → </span>}
          <ins>
            <ShownValue field={field} value={after} />
          </ins>
        </li>
      ))}
      {fields.length > most && <li>and {fields.length - most} more</li>}
    </ul>
  );
}

/** Of what is made of parts, those that changed. */
function insideOf({ field, before, after }: HistoryChange): ComparedField[] {
  const [one, other] = [{ [field]: before }, { [field]: after }];
  return compared(one, other, fieldsOf(one).keys()).filter(({ is }) => is !== 'same');
}
