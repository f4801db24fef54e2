const minute = 60_000;
const hour = 60 * minute;

/** How little time is left when it is told in seconds, in ms. */
export const lastMinutes = 5 * minute;

const unit = (name: 'hour' | 'minute' | 'second') =>
  new Intl.NumberFormat('en', { style: 'unit', unit: name, unitDisplay: 'long' });
const [hours, minutes, seconds] = [unit('hour'), unit('minute'), unit('second')];

/** `1 hour 5 minutes`, and `4 minutes 10 seconds` of the last ones; never more than is left, in ms. */
export function inWords(left: number): string {
  const isLast = left <= lastMinutes;
  const whole = Math.floor(left / (isLast ? 1_000 : minute)) * (isLast ? 1_000 : minute);
  const parts: [Intl.NumberFormat, number][] = [
    [hours, Math.floor(whole / hour)],
    [minutes, Math.floor((whole % hour) / minute)],
    [seconds, Math.floor((whole % minute) / 1_000)],
  ];
  const said = parts.filter(([, count]) => count > 0).map(([words, count]) => words.format(count));
  return said.join(' ') || seconds.format(0);
}

/** In how many ms other words are due. */
export function untilNextWords(left: number): number {
  const step = left <= lastMinutes ? 1_000 : minute;
  // A moment later, so that a timer that is early by a hair does not say the same once more.
  return (left % step || step) + 5;
}

/** Of how little is left it is said aloud, in ms: whoever does not see the clock hears of it three times. */
const milestones = [minute, lastMinutes, 10 * minute];

/** What is to be said aloud; nothing while there is time. */
export function milestoneOf(left: number): string {
  const reached = milestones.find((milestone) => left <= milestone);
  return reached === undefined || left <= 0 ? '' : `Less than ${minutes.format(reached / minute)} left to pay.`;
}
