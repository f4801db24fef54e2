import { openWrittenBehind } from '../behind/written-behind.ts';

/*
 * A process that makes read models anew, says how far it is, and waits to be killed:
 * node making-process.ts <file> <projection> committed|finished
 */
const [file = '', projection = ''] = process.argv.slice(2);
const anew = await openWrittenBehind({ file }).anew?.([]);
await anew?.commit(projection, undefined, 1n, [{ id: 'a', document: '{"is":"secret"}', entries: [] }]);
await anew?.getMany(projection, ['a']);
process.stdout.write('ready\n');
setInterval(() => {}, 1_000);
