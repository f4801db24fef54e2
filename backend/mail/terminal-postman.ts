import type { Postman } from '../../modules/mails/postman.ts';
import { linkTo } from './letter.ts';

/** Shows where a mail with a secret link leads, to whoever sits at the terminal of a shop that only this machine reaches. */
export function terminalPostman({ print, origin }: { print: (line: string) => void; origin: () => string }): Postman {
  return {
    async send({ mail: { subject, action }, address }) {
      if (action) print(`${subject} (${address}): ${linkTo(action.path, origin())}`);
    },
  };
}
