import { Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/wire/page-addresses.ts';
import type { FirstSteps as Steps } from '../../../../modules/operations/contract.ts';
import { SectionPanel } from '../../components/layout/section-panel.tsx';
import { get } from '../../lib/api/api.ts';
import classes from './first-steps.module.css';
import { TestMail } from './test-mail.tsx';

/** In this browser: who has put the list away here. */
const putAway = 'first-steps-put-away';

const stepsQuery = (email: string) =>
  queryOptions({
    queryKey: ['private', email, 'operations', 'first-steps'],
    queryFn: ({ signal }) => get<Steps>('/operations/first-steps', { signal }),
    staleTime: 0,
    meta: { isForAdmins: true },
  });

type Step = Steps['steps'][number]['step'];
const words: Record<Step, { readonly title: string; readonly todo: ReactNode; readonly done: string }> = {
  product: {
    title: 'Put the first product on the shelf',
    todo: <Link to={pages.addProduct}>Add a product</Link>,
    done: 'Everybody sees it on the home page.',
  },
  payments: {
    title: 'Take payments',
    todo: (
      <>
        Cards go to a sandbox that takes no money. Set <code>STRIPE_SECRET_KEY</code>,{' '}
        <code>STRIPE_PUBLISHABLE_KEY</code> and <code>STRIPE_WEBHOOK_SECRET</code>, and start the shop again.
      </>
    ),
    done: 'Cards are paid through Stripe.',
  },
  mail: {
    title: 'Send mails',
    todo: (
      <>
        Nobody is mailed yet. Set <code>SMTP_URL</code> and <code>MAIL_FROM</code>, and start the shop again.
      </>
    ),
    done: 'Mails go out through your server: see that they arrive.',
  },
};

/** What an owner does first, on the dashboard until all of it is done or they put it away. */
export function FirstSteps({ email }: { email: string }) {
  const { data } = useQuery(stepsQuery(email));
  const [isAway, setAway] = useState(() => localStorage.getItem(putAway) !== null);
  const place = useRef<HTMLDivElement>(null);
  const isOver = !data || isAway || data.steps.every(({ isDone }) => isDone);
  // The button goes with the press: its place keeps the focus, or it would be at the top of the page again.
  if (isOver) return <div ref={place} tabIndex={-1} />;
  const left = data.steps.filter(({ isDone }) => !isDone).length;
  const put = () => {
    localStorage.setItem(putAway, 'yes');
    place.current?.focus();
    setAway(true);
  };
  return (
    <div ref={place} tabIndex={-1} className={classes.place}>
      <SectionPanel title="Open your shop">
        <p className={classes.lead}>{left === 1 ? 'One thing is left to do.' : `${left} things are left to do.`}</p>
        <ol className={classes.steps}>
          {data.steps.map(({ step, isDone }) => (
            <li key={step} data-done={isDone}>
              <span className={classes.mark} aria-hidden="true">
                {isDone ? '✓' : ''}
              </span>
              <div>
                <strong>
                  {words[step].title}
                  {isDone && <span className={classes.said}> (done)</span>}
                </strong>
                <p>{isDone ? words[step].done : words[step].todo}</p>
                {step === 'mail' && <TestMail email={email} />}
              </div>
            </li>
          ))}
        </ol>
        <Button variant="default" size="sm" onClick={put}>
          Put this away
        </Button>
      </SectionPanel>
    </div>
  );
}
