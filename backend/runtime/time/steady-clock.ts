/**
 * What the clock said when the process began, and what has elapsed since: nobody who sets the machine's clock moves it. For how
 * long something lasts; not for dates.
 */
export const steadyNow = (): Date => new Date(performance.timeOrigin + performance.now());
