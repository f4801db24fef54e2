import { Button } from '@mantine/core';
import { useMemo } from 'react';
import type { HistorySteps } from '../../../../modules/audit/contract.ts';
import { isPosition } from '../../../../modules/kernel/wire/log-position.ts';
import classes from './audit.module.css';
import { HistoryEntryItem } from './history-entry-item.tsx';
import { MomentForm } from './moment-form.tsx';
import { StateTable } from './state-table.tsx';
import { compared, fieldsOf, type State, steppedStates } from './stepped-states.ts';
import { StepsSlider } from './steps-slider.tsx';
import { useSteps } from './use-steps.ts';
import { WhatsTheMatter } from './whats-the-matter.tsx';

type Props = { email: string; of: string };

export function TimeTravel({ email, of }: Props) {
  const { answer, window, at, index, beside, pick, go } = useSteps(email, of);
  return (
    <>
      <MomentForm at={at} go={go} />
      <WhatsTheMatter
        answer={answer}
        refused={
          at !== undefined && (
            <Button variant="default" onClick={() => go()}>
              See it now
            </Button>
          )
        }
      />
      {window && index !== undefined && beside && (
        <div aria-busy={answer.isPlaceholderData}>
          <StepsSlider window={window} index={index} beside={beside} isNow={at === undefined} pick={pick} go={go} />
          <Step window={window} index={index} at={at} />
        </div>
      )}
    </>
  );
}

/** The event where one is, and what it made of what was before. */
function Step({ window, index, at }: { window: HistorySteps; index: number; at: string | undefined }) {
  const states = useMemo(() => steppedStates(window), [window]);
  // All fields that anything here has, so that they keep their places from step to step.
  const fields = useMemo(() => new Set(states.flatMap((state) => [...fieldsOf(state).keys()])), [states]);
  const step = window.steps[index];
  if (!step) return null;
  const isAsked = at !== undefined && !isPosition(at);
  // Of a moment it is what the shop says: what is counted by the day is counted anew when another one begins.
  const after: State = isAsked ? window.asOf.state : (states[index + 1] ?? null);
  return (
    <>
      <div className={classes.step}>
        <HistoryEntryItem entry={step} isHere />
      </div>
      <StateTable fields={compared(states[index] ?? null, after, fields)} />
    </>
  );
}
