/** A column of a table by its heading; one of numbers has them at its end, one below the other by their digits. */
export type Column = string | { readonly name: string; readonly isNumber: true };

export const ofNumbers = (name: string): Column => ({ name, isNumber: true });

export const nameOf = (column: Column) => (typeof column === 'string' ? column : column.name);
export const isNumber = (column: Column) => typeof column !== 'string';
