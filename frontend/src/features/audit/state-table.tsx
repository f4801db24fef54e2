import { DataTable } from '../../components/tables/data-table.tsx';
import classes from './audit.module.css';
import { ShownValue } from './shown-value.tsx';
import type { ComparedField } from './stepped-states.ts';

const marks: Record<ComparedField['is'], string> = { same: '', changed: 'Changed', new: 'New', gone: 'Gone' };

/** What something was before an event and after it, field by field. What changed says so in words. */
export function StateTable({ fields }: { fields: readonly ComparedField[] }) {
  const rows = fields.map(({ field, before, after, is }) => ({
    key: field,
    cells: [
      <span key="field" className={classes.field}>
        {field}
      </span>,
      is === 'changed' || is === 'gone' ? (
        <del key="before">
          <ShownValue field={field} value={before} />
        </del>
      ) : (
        <ShownValue key="before" field={field} value={before} />
      ),
      is === 'same' || is === 'gone' ? (
        <ShownValue key="after" field={field} value={after} />
      ) : (
        <ins key="after">
          <ShownValue field={field} value={after} />
        </ins>
      ),
      is === 'same' ? null : (
        <strong key="mark" className={classes.mark} data-mark={is}>
          {marks[is]}
        </strong>
      ),
    ],
  }));
  return (
    <div className={classes.states}>
      <DataTable label="Before and after" columns={['Field', 'Before', 'After', 'What changed']} rows={rows} slips />
    </div>
  );
}
