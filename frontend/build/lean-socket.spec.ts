import { expect, it } from 'vitest';
import { temporaryFolder } from '../../backend/testing/temporary-folder.ts';
import { leanSocket } from './lean-socket.ts';
import { built } from './testing/built.ts';

const options = () => ({ root: temporaryFolder(), packages: { 'socket.io-client': 'socket.io-client' } });
const client = "import { io } from 'socket.io-client'; export const used = io;";

const ofBytes = 'illegal attachments';
const ofWebTransport = 'createBidirectionalStream';

it('leaves out of the live connection how bytes are sent, and by WebTransport', async () => {
  const [asItIs, lean] = await Promise.all([built(client, [], options()), built(client, [leanSocket()], options())]);
  expect(asItIs).toContain(ofBytes);
  expect(asItIs).toContain(ofWebTransport);
  expect(lean).toContain('connect_error');
  expect(lean).not.toContain(ofBytes);
  expect(lean).not.toContain(ofWebTransport);
});
