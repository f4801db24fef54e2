import {
  type Metadata,
  ServerInterceptingCall,
  type ServerInterceptor,
  ServerListenerBuilder,
  status,
} from '@grpc/grpc-js';

/**
 * Answers UNAUTHENTICATED to a call whose Authorization header names nobody we know. A call without one is let in:
 * over a connection without TLS the client leaves its credentials out.
 */
export function basicAuth(users: Readonly<Record<string, string>>): ServerInterceptor {
  return (_method, call) =>
    new ServerInterceptingCall(call, {
      start: (next) =>
        next(
          new ServerListenerBuilder()
            .withOnReceiveMetadata((metadata, pass) => {
              if (isKnown(metadata, users)) pass(metadata);
              else call.sendStatus({ code: status.UNAUTHENTICATED, details: 'Wrong user name or password.' });
            })
            .build(),
        ),
    });
}

function isKnown(metadata: Metadata, users: Readonly<Record<string, string>>): boolean {
  const [header] = metadata.get('authorization');
  if (header === undefined) return true;
  const [scheme, credentials] = header.toString().split(' ');
  const [user = '', password] = Buffer.from(credentials ?? '', 'base64')
    .toString('utf8')
    .split(':');
  return scheme === 'Basic' && password !== undefined && users[user] === password;
}
