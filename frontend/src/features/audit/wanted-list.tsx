import { Link } from 'react-router-dom';
import classes from './filters.module.css';
import { type HistoryWanted, searchFor, type WantedName, wantedNames } from './history-wanted.ts';
import { nameOf, wordsOfTime } from './words.ts';

const labels: Record<WantedName, string> = {
  entity: 'About',
  actor: 'By',
  type: 'Type',
  since: 'Since',
  until: 'Until',
  correlation: 'Request',
};

type Props = {
  wanted: HistoryWanted;
  /** What somebody is called, where it is known. */
  actorName: string | undefined;
};

/** What is looked for, each with the way to look for the rest without it. */
export function WantedList({ wanted, actorName }: Props) {
  const names = wantedNames.filter((name) => wanted[name]);
  if (names.length === 0) return null;
  return (
    <ul className={classes.wanted} aria-label="Looked for">
      {names.map((name) => {
        const { [name]: value = '', ...rest } = wanted;
        const words = wordsOf(name, value, actorName);
        return (
          <li key={name}>
            <Link to={{ search: searchFor(rest) }} aria-label={`${labels[name]} ${words}: look for it no more`}>
              <span>{labels[name]}</span>
              <bdi dir="auto">{words}</bdi>
              <span aria-hidden>✕</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

function wordsOf(name: WantedName, value: string, actorName: string | undefined): string {
  if (name === 'entity') return nameOf(value);
  if (name === 'actor') return actorName ?? value;
  if (name !== 'since' && name !== 'until') return value;
  return Number.isNaN(Date.parse(value)) ? value : wordsOfTime(value);
}
