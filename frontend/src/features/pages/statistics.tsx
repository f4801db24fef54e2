import classes from './statistics.module.css';

/** Written by hand, like the timings: what holds whatever is on the shelves. */
const numbers = [
  { value: '3', label: 'Counters, one in each city' },
  { value: '6 days', label: 'A week in Dhaka and Chittagong' },
  { value: '13 h', label: 'A day to collect an order' },
  { value: '24 h', label: 'To think about an unpaid order' },
];

export function Statistics() {
  return (
    <section className={classes.band} aria-label="The shop in numbers">
      <dl className={classes.numbers}>
        {numbers.map(({ value, label }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
