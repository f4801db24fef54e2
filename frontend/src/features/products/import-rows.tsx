import type { RowPlan } from '../../../../modules/catalog/csv/contract.ts';
import classes from './products.module.css';

const words: Readonly<Record<RowPlan['outcome'], string>> = {
  add: 'new',
  change: 'changed',
  same: 'as it is',
  wrong: 'wrong',
};

/** So many are drawn: a browser would take seconds for thousands. */
const mostShown = 500;

/** What a file would change, row by row; and what is wrong where. */
export function ImportRows({ rows }: { rows: readonly RowPlan[] }) {
  if (rows.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
    <ul className={classes.rows} aria-label="Rows" tabIndex={0}>
      {rows.slice(0, mostShown).map((row) => (
        <li key={row.line}>
          Line {row.line}: <strong dir="auto">{row.name || 'no name'}</strong>{' '}
          <span className={row.outcome === 'wrong' ? classes.wrong : undefined}>({words[row.outcome]})</span>
          <ul>
            {row.errors.map(({ column, message }) => (
              <li key={`${column} ${message}`} className={classes.wrong}>
                {column ? `${column}: ${message}` : message}
              </li>
            ))}
            {row.outcome === 'change' &&
              row.changes.map(({ column, before, after }) => (
                <li key={column}>
                  {column}: <s>{before || 'nothing'}</s> → {after || 'nothing'}
                </li>
              ))}
          </ul>
        </li>
      ))}
      {rows.length > mostShown && <li>… and {rows.length - mostShown} more</li>}
    </ul>
  );
}
