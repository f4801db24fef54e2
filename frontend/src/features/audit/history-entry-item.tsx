import { generatePath, Link } from 'react-router-dom';
import type { HistoryEntry } from '../../../../modules/audit/contract.ts';
import { pages } from '../../../../modules/kernel/wire/page-addresses.ts';
import classes from './audit.module.css';
import { ChangeList } from './change-list.tsx';
import { searchFor } from './history-wanted.ts';
import { nameOf, wordsOfTime } from './words.ts';

type Props = {
  entry: HistoryEntry;
  /** Where what it changed stands beside it, and one need not be led there. */
  isHere?: boolean;
};

/** One event: what happened, when, who did it to what, and what that changed. As it is stored, where one asks for that. */
export function HistoryEntryItem({ entry, isHere = false }: Props) {
  const { position, type, at, actor, correlationId, entity, sentence, changes, stream, event } = entry;
  const about = entity ? nameOf(entity) : stream;
  const to = (search: string) => ({ pathname: pages.history, search });
  return (
    <>
      <p className={classes.sentence} dir="ltr">
        {sentence}
      </p>
      <p className={classes.about}>
        <time dateTime={at} title={at}>
          {wordsOfTime(at)}
        </time>
        <span>
          by{' '}
          <Link to={to(searchFor({ actor: actor.uid }))} aria-label={`All that ${actor.name} did`}>
            <bdi dir="auto">{actor.name}</bdi>
          </Link>
        </span>
        {entity ? (
          <Link to={to(searchFor({ entity }))} aria-label={`History of ${about}`}>
            {about}
          </Link>
        ) : (
          <span>{about}</span>
        )}
        <Link to={to(searchFor({ type }))} aria-label={`All events of the type ${type}`}>
          <code>{type}</code>
        </Link>
      </p>
      {!isHere && <ChangeList changes={changes} />}
      <div className={classes.ways}>
        <Link
          to={generatePath(pages.causes, { event: position })}
          aria-label={`Causes and effects of event ${position}`}
        >
          Causes and effects
        </Link>
        {entity && !isHere && (
          <Link
            to={{ pathname: generatePath(pages.asItWas, { of: entity }), search: `?at=${position}` }}
            aria-label={`${about} as it was after event ${position}`}
          >
            As it was
          </Link>
        )}
        {correlationId && (
          <Link
            to={to(searchFor({ correlation: correlationId }))}
            aria-label={`All of the request of event ${position}`}
          >
            Same request
          </Link>
        )}
        <details className={classes.raw}>
          <summary aria-label={`Event ${position} as it is stored`}>Event {position}</summary>
          {event ? (
            <pre>{JSON.stringify({ stream, revision: entry.revision, ...event }, null, 2)}</pre>
          ) : (
            <p>Of sessions and keys only type, time and actor are shown.</p>
          )}
        </details>
      </div>
    </>
  );
}
