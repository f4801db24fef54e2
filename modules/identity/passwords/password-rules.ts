import { Invalid } from '../../kernel/errors.ts';
import { tooShort } from '../contract.ts';
import { isCommonPassword } from './common-passwords.ts';

/** A password that somebody wants, and whose it would be. */
export type WantedPassword = { readonly password: string; readonly email: string; readonly name: string };

/** The longest run of characters that makes no password by being said again and again. */
const shortRun = 4;

/** What every password must be that is set, wherever that happens: the one place that knows. */
export class PasswordRules {
  /** In characters. */
  readonly minimum: number;

  constructor({ minimum }: { minimum: number }) {
    this.minimum = minimum;
  }

  /**
   * @param field what the password is called in the body
   * @throws Invalid, in words to be shown under the field.
   */
  async check(wanted: WantedPassword, field = 'password'): Promise<void> {
    const message = await this.#whatIsWrong(wanted);
    if (message !== undefined) throw new Invalid(message, [{ path: field, message }]);
  }

  async #whatIsWrong({ password, email, name }: WantedPassword): Promise<string | undefined> {
    // Of UTF-16 an emoji takes two units: half as many characters would do.
    if ([...password].length < this.minimum) return tooShort(this.minimum);
    // Blanks around it are counted as long, and make it no better.
    const said = plain(password);
    if (isRepeated(said)) return 'That is the same again and again. Please choose another.';
    const own = [name, email, email.split('@')[0] ?? ''].map(plain);
    if (own.includes(said)) return 'Must not be your name or your email. Please choose another.';
    if (await isCommonPassword(said)) return 'That password is too common. Please choose another.';
    return undefined;
  }
}

/** As it is compared: in whatever case, however its accents are written, without blanks around it. */
function plain(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}

/** Whether it is nothing or one character, or a short run of them over and over; the last time may be cut off. */
function isRepeated(text: string): boolean {
  const characters = [...text];
  if (characters.length <= 1) return true;
  for (let run = 1; run <= shortRun && run * 2 <= characters.length; run++) {
    if (characters.every((character, at) => character === characters[at % run])) return true;
  }
  return false;
}
