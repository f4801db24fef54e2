import { Forbidden } from '../../kernel/errors.ts';

/** A code, a recovery code or a passkey that proves nothing. Many of them are somebody who guesses. */
export class WrongFactor extends Forbidden {
  override name = 'WrongFactor';
  /** That it was the last try that is borne of a sign-in, which begins anew. */
  readonly isOver: boolean;
  constructor(message = 'That is not right, or was used before.', isOver = false) {
    super(message);
    this.isOver = isOver;
  }
}
