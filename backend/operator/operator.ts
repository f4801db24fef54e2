import { Command } from 'commander';
import { asOfCommand } from './commands/as-of.ts';
import { auditCommand } from './commands/audit.ts';
import { backupCommand } from './commands/backup.ts';
import { booksCommand } from './commands/books.ts';
import { copyCommand } from './commands/copy.ts';
import { eraseCommand } from './commands/erase.ts';
import { exportCommand } from './commands/export.ts';
import { factorsCommand } from './commands/factors.ts';
import { historyCommand } from './commands/history.ts';
import { importCommand } from './commands/import.ts';
import { keysCommand } from './commands/keys.ts';
import { parkedCommand } from './commands/parked.ts';
import { projectionsCommand } from './commands/projections.ts';
import { promoteCommand } from './commands/promote.ts';
import { restoreCommand } from './commands/restore.ts';
import { setupCommand } from './commands/setup.ts';
import { verifyCommand } from './commands/verify.ts';
import { whatIfCommand } from './commands/what-if.ts';
import { whyCommand } from './commands/why.ts';
import { mindOutput } from './output/output.ts';

// Each imports what it works with when it is said: most need no shop, whose modules take longer to load than they have to do.

/** All that can be said at the command line. */
export const operator = new Command('npm run operator --')
  .usage('<command>')
  .description('Works on the shop that the settings name, beside it while it runs, or while it is closed.')
  .option('--json', 'one object for programs; of lists an object a line')
  .option('--as <name>', 'who does it, for the history; left out: your name on this machine')
  .option('--reason <why>', 'why, for the history; write no personal data there')
  .helpCommand(true)
  .showSuggestionAfterError()
  .addCommand(keysCommand())
  .addCommand(setupCommand())
  .addCommand(promoteCommand())
  .addCommand(eraseCommand())
  .addCommand(factorsCommand())
  .addCommand(historyCommand())
  .addCommand(asOfCommand())
  .addCommand(whyCommand())
  .addCommand(parkedCommand())
  .addCommand(booksCommand())
  .addCommand(projectionsCommand())
  .addCommand(verifyCommand())
  .addCommand(whatIfCommand())
  .addCommand(copyCommand())
  .addCommand(exportCommand())
  .addCommand(importCommand())
  .addCommand(backupCommand())
  .addCommand(restoreCommand())
  .addCommand(auditCommand())
  .addHelpText(
    'after',
    `
A store is esdb://…, or the path of a data directory. The other settings are those of the shop.
It ends with 0 only when all is well. What is changed is in the history, with who did it and why.`,
  );

// What every command takes is in the help of each.
for (const commands: Command[] = [operator]; commands.length > 0; ) {
  const command = commands.pop();
  command?.configureHelp({ showGlobalOptions: true });
  // A suggestion comes in a line of its own, and what is wrong is said in one; of an address in it, not with which password.
  command?.configureOutput({
    outputError: (text, write) =>
      write(
        `${text
          .trim()
          .replaceAll('\n', ' ')
          .replaceAll(/:\/\/\S*@/g, '://…@')}\n`,
      ),
  });
  commands.push(...(command?.commands ?? []));
}

// Not when it is only looked at.
if (import.meta.main) {
  process.umask(0o077); // What it makes, a copy or a backup, is for its user's eyes only, as what the shop makes is.
  mindOutput();
  if (process.argv.length === 2) operator.outputHelp();
  else await operator.parseAsync();
}
