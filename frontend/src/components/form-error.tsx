import { ApiError } from '../lib/api-error.ts';
import classes from './form-error.module.css';

/** What the server says to a form; read out when it appears. The place is there before, or it would not be heard. */
export function FormError({ error }: { error: Error | null }) {
  const fields = error instanceof ApiError ? error.errors : [];
  return (
    <div role="alert" className={classes.place}>
      {error && fields.length === 0 && <p className={classes.error}>{error.message}</p>}
      {fields.map(({ path, message }) => (
        <p key={path} className={classes.error}>
          {path ? `${path}: ${message}` : message}
        </p>
      ))}
    </div>
  );
}
