import classes from './statistics.module.css';

const numbers = [
  { value: '1,200+', label: 'Tools and parts on the shelves' },
  { value: '3', label: 'Counters in three cities' },
  { value: '98%', label: 'Orders ready the same day' },
  { value: '24 h', label: 'An unpaid order is kept' },
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
