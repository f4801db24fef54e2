import { Command } from 'commander';
import { saidPath } from '../arguments/said-path.ts';
import { acting } from '../run.ts';

export const auditCommand = () =>
  new Command('audit')
    .description('seals the log, and proves that nothing in it was altered since')
    .addCommand(
      new Command('seal').description('seals what has happened since the last seal').action(
        acting(async (run) => {
          const { sealNow } = await import('../log/audit.ts');
          await sealNow(run);
        }),
      ),
    )
    .addCommand(
      new Command('verify')
        .description('holds the log against its seals, and names what is not as it was')
        .option('--seals <file>', 'seals that were kept elsewhere, in the place of those on this machine', saidPath)
        .action(
          acting<{ seals?: string }>(async (run, { seals }) => {
            const { verifySeals } = await import('../log/audit.ts');
            await verifySeals(run, seals);
          }),
        ),
    )
    .addCommand(
      new Command('prove')
        .description('prints a proof, which anybody can check, of what is sealed of an order')
        .argument('<order>', 'its id')
        .action(
          acting<object, [order: string]>(async (run, _, order) => {
            const { proveOrder } = await import('../log/audit.ts');
            await proveOrder(run, order);
          }),
        ),
    )
    .addCommand(
      new Command('check')
        .description('checks such a proof; needs no shop, no log and no network')
        .argument('<file>', 'that holds it', saidPath)
        .option('--key <public key>', 'that the seal has to be signed by')
        .action(
          acting<{ key?: string }, [file: string]>(async (run, { key }, file) => {
            const { checkProof } = await import('../log/audit.ts');
            await checkProof(run, file, key);
          }),
        ),
    )
    .addCommand(
      new Command('key').description('prints a new key to sign seals with, for the setting SEAL_KEY').action(
        acting(async (run) => {
          const { freshSealKey } = await import('../../seals/seal-keys.ts');
          const key = freshSealKey();
          run.say(key, JSON.parse(key));
        }),
      ),
    );
