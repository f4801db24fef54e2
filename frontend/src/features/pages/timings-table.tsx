import { DataTable } from '../../components/tables/data-table.tsx';
import { timings } from './timings.ts';
import classes from './timings-table.module.css';

const columns = ['Name', 'Time', 'Day'];

const rows = timings.map(({ name, time, day }) => ({
  key: name,
  cells: [
    <strong key="name">{name}</strong>,
    <span key="time" className={classes.time}>
      {time}
    </span>,
    day,
  ],
}));

export function TimingsTable() {
  return <DataTable label="Our Timings" columns={columns} rows={rows} />;
}
