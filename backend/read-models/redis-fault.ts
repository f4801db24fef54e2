import { AccessRefused, Unavailable } from '../../modules/kernel/errors.ts';
import { untrustedBecause } from '../runtime/retries/untrusted-certificate.ts';

/** Answers by which a Redis says that it cannot serve us now: https://redis.io/docs/latest/develop/reference/protocol-spec */
const NOT_NOW = [
  'LOADING',
  'READONLY',
  'MASTERDOWN',
  'CLUSTERDOWN',
  'MOVED',
  'ASK',
  'TRYAGAIN',
  'BUSY',
  'OOM',
  'MISCONF',
  'NOREPLICAS',
  'NOAUTH',
  'WRONGPASS',
  'NOPERM',
];

// From a script, older servers give the error in the middle of a sentence, after a hyphen.
const saysNotNow = new RegExp(`(^|-)(${NOT_NOW.join('|')})\\b`);

/**
 * What a script says that a user may not do. Of it no version has a word of its own: 6.2 and 7.0 say the first, 7.2 and later the second.
 * https://github.com/redis/redis/blob/7.0/src/script.c (scriptCall)
 */
const saysNoRight = /The user executing the script can't|ACL failure in script/;

/** What is answered where a command has another name (`rename-command`), or none: by a script without saying which. */
const saysUnknown = /\bunknown (?:redis )?command\b[^,\n]*/i;

/** The error as callers know it: `Unavailable`, unless Redis did answer and what it says is a mistake of ours. */
export function explained(error: unknown): unknown {
  if (error instanceof Unavailable || !(error instanceof Error)) return error;
  // A transaction (MULTI) was discarded for what one of its commands was answered, which says more (EXECABORT).
  if ('previousErrors' in error && Array.isArray(error.previousErrors) && error.previousErrors[0] instanceof Error)
    return explained(error.previousErrors[0]);
  const isAnswer = error.name === 'ReplyError';
  const isNoFault = [saysNotNow, saysNoRight, saysUnknown].some((said) => said.test(error.message));
  return !isAnswer || isNoFault ? unavailable(error) : error;
}

/** Answers to who names another user or password than Redis knows. */
const saysRefused = /\b(NOAUTH|WRONGPASS)\b|\binvalid password\b/;

/** Alerts of TLS about what a client has shown, or has not: https://datatracker.ietf.org/doc/html/rfc8446#section-6.2 */
const saysNoCertificate =
  /\balert ((?:bad|unsupported|unknown) certificate|certificate (?:required|revoked|expired|unknown)|unknown ca)\b/;

/** Redis cannot serve us, for the reason given: an AccessRefused where only another setting would help. */
export function unavailable(reason: Error | undefined): Unavailable {
  const refused = saysRefused.exec(reason?.message ?? '')?.[0];
  if (refused !== undefined) {
    return new AccessRefused(
      `READ_MODELS has a user or a password that Redis does not take (${refused}), or none where it wants one; put the ` +
        'right ones into the address, as in redis://user:password@host:6379',
      { cause: reason },
    );
  }
  if (reason !== undefined && (/\bNOPERM\b/.test(reason.message) || saysNoRight.test(reason.message))) {
    return new AccessRefused(
      `READ_MODELS has a user who may not do in Redis what the shop does (${reason.message}); ACL LOG says there what was ` +
        'refused, and docs/operating.md which rights it needs',
      { cause: reason },
    );
  }
  // Behind the command comes what it was given, which is nothing for a log.
  const unknown = saysUnknown.exec(reason?.message ?? '')?.[0];
  if (unknown !== undefined) {
    return new AccessRefused(
      `READ_MODELS names a Redis that lacks a command which the shop needs, or has another name for it (${unknown}); ` +
        'docs/operating.md says which it needs',
      { cause: reason },
    );
  }
  if (isAboutDatabase(reason) && !saysNotNow.test(reason.message)) {
    return new AccessRefused(
      `READ_MODELS names a database that its Redis does not have (${reason.message}); put another number behind the host, or none`,
      { cause: reason },
    );
  }
  const because = untrustedBecause(reason);
  if (because !== undefined) {
    return new AccessRefused(
      `READ_MODELS names a Redis that cannot be trusted (${because}); name the file of its authority's certificate in ` +
        'NODE_EXTRA_CA_CERTS, the host as the certificate does, or redis:// where there is no TLS',
      { cause: reason },
    );
  }
  const shown = saysNoCertificate.exec(reason?.message ?? '')?.[1];
  if (shown !== undefined) {
    return new AccessRefused(
      `READ_MODELS names a Redis that wants to see a certificate of its own authority (${shown}); name the files of one and of its ` +
        'key behind the host, as in rediss://host:6379?userCertFile=/file.pem&userKeyFile=/file.key',
      { cause: reason },
    );
  }
  return new Unavailable(`Redis cannot be reached: ${reason?.message ?? 'not connected yet'}`, { cause: reason });
}

/** Whether it is what Redis answers to who cannot be given the database that they name. */
export function isAboutDatabase(error: unknown): error is Error {
  if (!(error instanceof Error && 'command' in error)) return false;
  return (error.command as { readonly name?: unknown } | undefined)?.name === 'select';
}
