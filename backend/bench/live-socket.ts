/** What is heard, and when, by performance.now(). */
export type Hear = (name: string, payload: { readonly [field: string]: unknown }, at: number) => void;

/** A live socket that costs its process little: Socket.IO's protocol over the runtime's own WebSocket, and no more. */
export type BenchSocket = { readonly watch: (ids: readonly string[]) => void; readonly close: () => void };

/** Resolves once it is connected. @throws Error when it is refused, or closed before. */
export function liveSocket(origin: string, hear: Hear, token?: string): Promise<BenchSocket> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  return new Promise((resolve, reject) => {
    socket.addEventListener('close', () => reject(new Error('A live socket was closed.')));
    socket.addEventListener('message', ({ data }) => {
      const at = performance.now();
      const text = String(data);
      if (text === '2') socket.send('3');
      else if (text.startsWith('0')) socket.send(token === undefined ? '40' : `40${JSON.stringify({ token })}`);
      else if (text.startsWith('42')) {
        const [name, payload] = JSON.parse(text.slice(2));
        hear(name, payload ?? {}, at);
      } else if (text.startsWith('40')) {
        resolve({
          watch: (ids) => socket.send(`42${JSON.stringify(['watch', ids])}`),
          close: () => socket.close(),
        });
      } else if (text.startsWith('44')) reject(new Error(text));
    });
  });
}

/** Opens so many, some at a time: a crowd that comes within a few seconds. */
export async function openMany<Opened>(count: number, open: (n: number) => Promise<Opened>): Promise<Opened[]> {
  const opened: Opened[] = [];
  while (opened.length < count) {
    const from = opened.length;
    const some = Array.from({ length: Math.min(50, count - from) }, (_, n) => open(from + n));
    opened.push(...(await Promise.all(some)));
  }
  return opened;
}
