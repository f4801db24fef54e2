import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Where a process of Node listens for debuggers, when SIGUSR1 tells it to. */
const at = { host: '127.0.0.1', port: 9229 };
const inspected = `http://${at.host}:${at.port}/json/list`;
const patience = 5_000;

/** The calls that a process of Node is in, innermost first, though it may never come back from them; or why that cannot be known. */
export async function whereItIs(pid: number): Promise<string[]> {
  try {
    // Else somebody who debugs something else would have that stopped.
    if (await isTaken()) return [`  nobody knows where: port ${at.port} is another's`];
    process.kill(pid, 'SIGUSR1');
    return await callsAt(await addressOf());
  } catch (reason) {
    return [`  nobody knows where: ${String(reason)}`];
  }
}

/** Whether somebody listens there, and goes on to: one that was ended is gone in a moment. */
async function isTaken(): Promise<boolean> {
  for (const until = Date.now() + patience / 5; ; await pause(50)) {
    const socket = connect(at);
    const listens = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (!listens || Date.now() > until) return listens;
  }
}

async function addressOf(): Promise<string> {
  const until = Date.now() + patience;
  for (;;) {
    try {
      const answer = await fetch(inspected, { signal: AbortSignal.timeout(patience) });
      const [first] = (await answer.json()) as { webSocketDebuggerUrl: string }[];
      if (first) return first.webSocketDebuggerUrl;
    } catch (reason) {
      if (Date.now() > until) throw reason;
    }
    await pause(50);
  }
}

type Said =
  | { method: 'Debugger.scriptParsed'; params: { scriptId: string; url: string } }
  | { method: 'Debugger.paused'; params: { callFrames: Call[] } }
  | { method?: undefined };
type Call = { functionName: string; location: { scriptId: string; lineNumber: number } };

function callsAt(address: string): Promise<string[]> {
  const { promise, resolve, reject } = Promise.withResolvers<string[]>();
  const socket = new WebSocket(address);
  const givenUp = setTimeout(() => reject(new Error('it is in no JavaScript, or waits')), patience);
  const files = new Map<string, string>();
  const lineOf = ({ functionName, location: { scriptId, lineNumber } }: Call) =>
    `  at ${functionName || '(nameless)'} (${files.get(scriptId)}:${lineNumber + 1})`;
  const say = (id: number, method: string) => socket.send(JSON.stringify({ id, method }));
  socket.onopen = () => {
    say(1, 'Debugger.enable');
    say(2, 'Debugger.pause');
  };
  socket.onerror = () => reject(new Error('it cannot be asked'));
  socket.onmessage = ({ data }) => {
    const said = JSON.parse(String(data)) as Said;
    if (said.method === 'Debugger.scriptParsed') files.set(said.params.scriptId, said.params.url);
    if (said.method === 'Debugger.paused') resolve(said.params.callFrames.map(lineOf));
  };
  return promise.finally(() => {
    clearTimeout(givenUp);
    socket.close();
  });
}
