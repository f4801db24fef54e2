import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { toolNameQuery } from '../../lib/queries/tool-name-query.ts';
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
  /** What people are called, by their uids, as far as it is known. */
  people: ReadonlyMap<string, string>;
};

const tool = 'tool:';
const person = 'user:';

/** What is looked for, each with the way to look for the rest without it. */
export function WantedList({ wanted, people }: Props) {
  const names = wantedNames.filter((name) => wanted[name]);
  const toolId = wanted.entity?.startsWith(tool) ? wanted.entity.slice(tool.length) : '';
  const { data: toolName } = useQuery(toolNameQuery(toolId));
  const personName = wanted.entity?.startsWith(person) && people.get(wanted.entity.slice(person.length));
  const called: Partial<Record<WantedName, string>> = {
    entity: toolName ?? (personName || undefined),
    actor: people.get(wanted.actor ?? ''),
  };
  const place = useRef<HTMLDivElement>(null);
  // The link goes with the press: the next one takes the focus, or it would be at the top of the page again.
  const leave = (index: number) => {
    const links = place.current?.querySelectorAll('a') ?? [];
    (links[index + 1] ?? links[index - 1] ?? place.current)?.focus();
  };
  return (
    <div ref={place} tabIndex={-1}>
      {names.length > 0 && (
        <ul className={classes.wanted} aria-label="Looked for">
          {names.map((name, index) => {
            const { [name]: value = '', ...rest } = wanted;
            const words = called[name] ?? wordsOf(name, value);
            return (
              <li key={name}>
                <Link
                  to={{ search: searchFor(rest) }}
                  onClick={() => leave(index)}
                  aria-label={`${labels[name]} ${words}: look for it no more`}
                >
                  <span>{labels[name]}</span>
                  <bdi dir="auto">{words}</bdi>
                  <span aria-hidden>✕</span>
                </Link>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

function wordsOf(name: WantedName, value: string): string {
  if (name === 'entity') return nameOf(value);
  if (name !== 'since' && name !== 'until') return value;
  return Number.isNaN(Date.parse(value)) ? value : wordsOfTime(value);
}
