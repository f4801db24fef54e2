import { Link } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/wire/page-addresses.ts';
import type { TestMailAnswer } from '../../../../modules/mails/contract.ts';
import { BusyButton } from '../../components/forms/busy-button.tsx';
import { change } from '../../lib/api/api.ts';
import { useChange } from '../../lib/idempotency/use-change.ts';
import classes from './test-mail.module.css';

/** Mails whoever is signed in, and says what came of it. */
export function TestMail({ email }: { email: string }) {
  const test = useChange({
    name: 'send a test mail',
    call: (_: undefined, key) => change<TestMailAnswer>('/operations/test-mail', { method: 'POST', key }),
  });
  const isWell = !test.error && test.data?.outcome !== 'refused';
  return (
    <div className={classes.test}>
      <BusyButton variant="default" size="xs" isBusy={test.isPending} onClick={() => test.mutate(undefined)}>
        Send a test mail
      </BusyButton>
      <p role="status" data-well={isWell}>
        {test.error?.message}
        {test.data && <Outcome answer={test.data} email={email} />}
      </p>
    </div>
  );
}

function Outcome({ answer: { outcome, said }, email }: { answer: TestMailAnswer; email: string }) {
  switch (outcome) {
    case 'sent':
      return `Sent: the mail server took it, for ${email}. Should it not be there in a few minutes, look among the spam.`;
    case 'refused':
      return `Not sent: ${said}.`;
    case 'kept':
      return (
        <>
          Not sent, since this shop sends none yet. <Link to={pages.keptMails}>Read what it would have sent</Link>
        </>
      );
  }
}
