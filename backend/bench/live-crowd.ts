import { endWithParent } from './end-with-parent.ts';
import { liveSocket, openMany } from './live-socket.ts';

/**
 * Visitors in a process of their own: the first so many watch the tool that sells, each of the others one of those that do
 * not. Tells its parent when all are there, and what they heard when it is asked.
 */
const [origin = '', count = '0', watching = '0', selling = '', ...others] = process.argv.slice(2);
const heard = { watchers: 0, others: 0 };

await openMany(Number(count), async (n) => {
  const isWatcher = n < Number(watching);
  const socket = await liveSocket(origin, (name) => {
    if (name === 'tool.changed') heard[isWatcher ? 'watchers' : 'others'] += 1;
  });
  socket.watch([isWatcher ? selling : (others[n % others.length] ?? selling)]);
  return socket;
});
process.on('message', () => {
  process.send?.({ ...heard });
  heard.watchers = 0;
  heard.others = 0;
});
endWithParent();
process.send?.('here');
