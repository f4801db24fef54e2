import { Anchor } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { KeptMail } from '../../../../modules/mails/contract.ts';
import { MailAddress } from '../../components/details/mail-address.tsx';
import classes from './kept-mails-page.module.css';

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** A mail that opens where it stands in the list. */
export function KeptMailEntry({ mail: { at, to, subject, paragraphs, facts, action } }: { mail: KeptMail }) {
  const [first, ...rest] = paragraphs;
  return (
    <details className={classes.mail}>
      <summary>
        <span dir="auto">{subject}</span>
        <time dateTime={at}>{moment.format(new Date(at))}</time>
      </summary>
      <div className={classes.body}>
        <p className={classes.to}>
          To <MailAddress address={to} />
        </p>
        <p dir="auto">{first}</p>
        {facts && (
          <dl>
            {facts.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {rest.map((paragraph) => (
          <p key={paragraph} dir="auto">
            {paragraph}
          </p>
        ))}
        {action && (
          <Anchor component={Link} to={action.path} underline="always">
            {action.label}
          </Anchor>
        )}
      </div>
    </details>
  );
}
