import type { ReactNode } from 'react';
import classes from './fact-list.module.css';
import { MailAddress } from './mail-address.tsx';

export type Fact = readonly [label: string, value: ReactNode];

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** A moment as a fact; nothing for one that has not come. */
export const momentFact = (at: string | undefined) => at && <time dateTime={at}>{moment.format(new Date(at))}</time>;

/** Words that somebody wrote, in their own direction; nothing where there are none. */
export const wordsFact = (text: string | undefined) => text && <bdi dir="auto">{text}</bdi>;

/** An email address as a fact; nothing where there is none. */
export const emailFact = (address: string | undefined) => address && <MailAddress address={address} />;

/** What is known of something. What has no value has no line. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
