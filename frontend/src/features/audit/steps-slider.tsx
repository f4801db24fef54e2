import { Button } from '@mantine/core';
import type { HistorySteps } from '../../../../modules/audit/contract.ts';
import type { Beside } from './steps-beside.ts';
import classes from './steps-slider.module.css';
import { wordsOfTime } from './words.ts';

type Props = {
  window: HistorySteps;
  index: number;
  beside: Beside;
  isNow: boolean;
  pick: (index: number) => void;
  go: (at?: string) => void;
};

/** A notch an event: dragged, with the arrows of the keyboard, or by its buttons, which lead on to what is not at hand. */
export function StepsSlider({ window, index, beside, isNow, pick, go }: Props) {
  const { steps, earlier, later, first } = window;
  const step = steps[index];
  const stepTo = (position: string | null | undefined) => {
    const there = steps.findIndex((one) => one.position === position);
    if (there >= 0) pick(there);
    else go(position ?? undefined);
  };
  const ways = [
    { label: 'First event', words: 'First', isEnd: beside.before === null, act: () => go(first) },
    { label: 'Event before', words: '◀ Before', isEnd: beside.before == null, act: () => stepTo(beside.before) },
    { label: 'Event after', words: 'After ▶', isEnd: beside.after == null, act: () => stepTo(beside.after) },
    { label: 'Now', words: 'Now', isEnd: isNow, act: () => go() },
  ];
  return (
    <section aria-label="Step through the events" className={classes.slider}>
      <input
        type="range"
        min={0}
        max={steps.length - 1}
        step={1}
        value={index}
        onChange={(event) => pick(event.currentTarget.valueAsNumber)}
        aria-label="Event"
        aria-valuetext={step ? `${step.sentence}, ${wordsOfTime(step.at)}` : ''}
      />
      <div className={classes.ends} aria-hidden>
        {[steps[0], steps.at(-1)].map((end, place) => (
          <span key={place === 0 ? 'from' : 'to'}>{end && wordsOfTime(end.at)}</span>
        ))}
      </div>
      <div className={classes.ways}>
        {ways.map(({ label, words, isEnd, act }) => (
          // Not disabled at the end: a browser would take the focus away from whoever steps there with the keyboard.
          <Button
            key={label}
            size="sm"
            variant="default"
            aria-label={label}
            aria-disabled={isEnd}
            data-disabled={isEnd || undefined}
            onClick={() => !isEnd && act()}
          >
            <span aria-hidden>{words}</span>
          </Button>
        ))}
        <p role="status" className={classes.place}>
          {earlier === null && later === null
            ? `Event ${index + 1} of ${steps.length}`
            : `Event ${step?.position ?? ''}${step?.revision == null ? '' : `, its ${ordinal(step.revision + 1)}`}`}
        </p>
      </div>
    </section>
  );
}

const rules = new Intl.PluralRules('en', { type: 'ordinal' });
const endings: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };
const ordinal = (number: number) =>
  `${new Intl.NumberFormat('en').format(number)}${endings[rules.select(number)] ?? 'th'}`;
