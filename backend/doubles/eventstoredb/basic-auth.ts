import {
  type Metadata,
  ServerInterceptingCall,
  type ServerInterceptor,
  ServerListenerBuilder,
  status,
} from '@grpc/grpc-js';

/**
 * Answers UNAUTHENTICATED to a call whose Authorization header names nobody we know. A call without one is let in where
 * there is no TLS: over such a connection the client leaves its credentials out.
 */
export function basicAuth(users: Readonly<Record<string, string>>, isRequired: boolean): ServerInterceptor {
  return ({ path }, call) =>
    new ServerInterceptingCall(call, {
      start: (next) =>
        next(
          new ServerListenerBuilder()
            .withOnReceiveMetadata((metadata, pass) => {
              if (isOpenToAll(path) || isKnown(metadata, users, isRequired)) pass(metadata);
              else call.sendStatus({ code: status.UNAUTHENTICATED, details: 'Wrong user name or password.' });
            })
            .build(),
        ),
    });
}

/** Whoever asks which node leads, or what it can do, is not asked who they are. */
const isOpenToAll = (path: string) => /^\/event_store\.client\.(?:gossip|server_features)\./.test(path);

function isKnown(metadata: Metadata, users: Readonly<Record<string, string>>, isRequired: boolean): boolean {
  const [header] = metadata.get('authorization');
  if (header === undefined) return !isRequired;
  const [scheme, credentials] = header.toString().split(' ');
  const [user = '', password] = Buffer.from(credentials ?? '', 'base64')
    .toString('utf8')
    .split(':');
  return scheme === 'Basic' && password !== undefined && users[user] === password;
}
