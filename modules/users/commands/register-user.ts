import { Forbidden } from '../../kernel/errors.ts';
import type { UserRegistered } from '../events.ts';
import type { User } from '../user.ts';

export type RegisterUser = { type: 'RegisterUser'; uid: string; email: string; name: string };

/** Takes in somebody with an identity. Coming again changes nothing. */
export function registerUser({ uid, email, name }: RegisterUser, user: User): UserRegistered[] {
  switch (user.status) {
    case 'none':
      return [{ type: 'UserRegistered', data: { uid, email: user.email ?? email, name } }];
    case 'registered':
      return [];
    case 'erased':
      throw new Forbidden('This account is closed.');
  }
}
