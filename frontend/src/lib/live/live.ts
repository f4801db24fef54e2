import type { QueryClient } from '@tanstack/react-query';
import { onAccessChange, storedAccess } from '../session/access-token.ts';
import { freshToken, renew } from '../session/session.ts';
import { catchUp } from './catch-up.ts';
import type { NoticesHeard } from './live-notices.ts';
import { pollWhileNotLive } from './live-polling.ts';
import { refusalIn } from './live-refusal.ts';
import { type OpenSocket, openSocket } from './live-socket.ts';
import { whileShown } from './live-while-shown.ts';
import { onWatchedChange, watchedNow } from './watched.ts';

type Live = {
  client: QueryClient;
  notices: NoticesHeard;
  /** Ends it. */
  signal: AbortSignal;
  open?: OpenSocket;
};

/** What is shown changes in bursts, as a page comes and goes. */
const watchAfterMs = 50;

/** The least pause after a server has hung up, and as much again by chance: it may be on its way down. */
const hungUpPauseMs = 1_000;

/** A connection that a server ends sooner than this was of no use: it has no room for what is watched, say. */
const briefMs = 10_000;
/** The longest pause, which one brief connection after the other leads to; and as much again by chance. */
const longestPauseMs = 32_000;

/**
 * The page's one connection for notices. It speaks for whoever is signed in, and for whoever is next; it is closed while nobody
 * looks; what was missed meanwhile is asked for again; where none can be had, what is shown is asked for now and then.
 */
export function goLive({ client, notices, signal, open = openSocket }: Live): void {
  /** Whom the connection speaks for: an email, '' for nobody, undefined before its first handshake. */
  let speaksFor: string | undefined;
  let watched: string | undefined;
  let hasRenewed = false;
  let isRenewing = false;
  let wasLive = false;
  /** The server was lost, and with it other browsers' connections: they must not all ask in the same moment. */
  let lostWithOthers = false;
  let connectedAt = 0;
  let pauseMs = hungUpPauseMs;
  let later: ReturnType<typeof setTimeout> | undefined;
  let watching: ReturnType<typeof setTimeout> | undefined;

  const socket = open(async () => {
    speaksFor = storedAccess()?.user.email ?? '';
    return freshToken().catch(() => storedAccess()?.token);
  });
  const polling = pollWhileNotLive(client, signal);

  const connect = () => {
    clearTimeout(later);
    if (!signal.aborted && !socket.connected && !socket.active && shown.isShown()) socket.connect();
  };
  const close = () => {
    clearTimeout(later);
    socket.disconnect();
  };
  const connectIn = (ms: number) => {
    clearTimeout(later);
    later = setTimeout(connect, ms);
  };
  const shown = whileShown({ signal, open: connect, close, isOpen: () => socket.connected });

  const sayWatched = () => {
    const ids = watchedNow();
    const key = ids.join(' ');
    if (!socket.connected || key === watched) return;
    watched = key;
    socket.emit('watch', ids);
  };

  socket.on('connect', () => {
    connectedAt = performance.now();
    hasRenewed = false;
    watched = '';
    polling.isLive(true);
    sayWatched();
    void catchUp(client, { isFirst: !wasLive, isCrowd: lostWithOthers });
    wasLive = true;
    lostWithOthers = false;
    // Signed in or out during the handshake.
    if (speaksFor !== (storedAccess()?.user.email ?? '')) begin();
  });
  socket.on('disconnect', (reason) => {
    polling.isLive(false);
    lostWithOthers = reason !== 'io client disconnect';
    if (reason !== 'io server disconnect') return;
    if (performance.now() - connectedAt >= briefMs) pauseMs = hungUpPauseMs;
    connectIn(pauseMs * (1 + Math.random()));
    pauseMs = Math.min(2 * pauseMs, longestPauseMs);
  });
  socket.on('connect_error', (error) => {
    lostWithOthers = true;
    const { status, retryAfterMs } = refusalIn(error);
    if (status === 401) void tryAnotherToken();
    else if (status === 429 && retryAfterMs !== undefined) {
      close();
      connectIn(retryAfterMs);
    } else if (!socket.active) {
      // Refused by the shop itself, which cannot say at this moment who this is: Socket.IO tries no more by itself.
      connectIn(hungUpPauseMs * (1 + Math.random()));
    }
  });
  socket.on('lapsed', () => void freshToken().then(sayToken, () => undefined));
  for (const [name, heard] of Object.entries(notices)) {
    socket.on(name, (notice) => {
      heard(notice as never, client);
      // For pages whose code listens by itself: see told.ts.
      dispatchEvent(new CustomEvent('told', { detail: [name, notice] }));
    });
  }

  /** A refused token is renewed once. One that is refused as well is no way in: notices wait for another sign-in. */
  async function tryAnotherToken(): Promise<void> {
    const access = storedAccess();
    if (!access) return connect();
    if (hasRenewed) return;
    hasRenewed = true;
    isRenewing = true;
    try {
      await renew(access.token);
      connect();
    } catch {
      hasRenewed = false;
      connectIn(hungUpPauseMs);
    } finally {
      isRenewing = false;
    }
  }

  function sayToken(token: string | undefined): void {
    if (!token || !socket.connected) return;
    socket.emit('renew', token, (answer) => {
      if (!isOk(answer)) begin();
    });
  }

  function begin(): void {
    hasRenewed = false;
    // One that is on its way brings the token that is there when it arrives, or begins again then; a browser complains of
    // a WebSocket that is closed before it is open.
    if (socket.active && !socket.connected) return;
    close();
    connect();
  }

  const endAccess = onAccessChange(() => {
    const access = storedAccess();
    if (speaksFor === undefined || isRenewing) return;
    if (socket.connected && (access?.user.email ?? '') === speaksFor) sayToken(access?.token);
    else begin();
  });
  const endWatched = onWatchedChange(() => {
    clearTimeout(watching);
    watching = setTimeout(sayWatched, watchAfterMs);
  });
  signal.addEventListener('abort', () => {
    endAccess();
    endWatched();
    clearTimeout(watching);
    close();
  });
  connect();
}

function isOk(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'ok' in answer && answer.ok === true;
}
