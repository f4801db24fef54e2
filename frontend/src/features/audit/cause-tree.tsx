import type { Cause } from './causation-tree.ts';
import classes from './cause-tree.module.css';
import { HistoryEntryItem } from './history-entry-item.tsx';

const words: Record<Cause['is'], string> = {
  this: 'This event',
  cause: 'Led to it',
  effect: 'Followed from it',
  beside: 'Of the same request',
};

/** Lists in lists: for whoever listens as for whoever looks, what is below an event was caused by it. */
export function CauseTree({ causes, isInner = false }: { causes: readonly Cause[]; isInner?: boolean }) {
  return (
    <ul className={classes.tree} {...(!isInner && { 'aria-label': 'Causes and effects' })}>
      {causes.map(({ entry, is, effects }) => (
        <li key={entry.position}>
          <div className={classes.event} data-is={is} aria-current={is === 'this' ? 'true' : undefined}>
            <p className={classes.is}>{words[is]}</p>
            <HistoryEntryItem entry={entry} />
          </div>
          {effects.length > 0 && <CauseTree causes={effects} isInner />}
        </li>
      ))}
    </ul>
  );
}
