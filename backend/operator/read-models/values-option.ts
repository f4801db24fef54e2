/** The option, and what it does, of a command that compares documents: without it texts are left out of what it shows. */
export const valuesOption = ['--values', 'shows also what texts say, which may be personal'] as const;
