import { Command } from 'commander';
import { acting } from '../run.ts';

export const booksCommand = () =>
  new Command('books')
    .description('what was taken, and what has become of it: paid, owed, given back, lost in disputes')
    .action(
      acting(async (run) => {
        const { showBooks } = await import('../show-books.ts');
        await showBooks(run);
      }),
    );
