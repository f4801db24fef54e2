import { readFileSync } from 'node:fs';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import { isThere } from '../../runtime/files/is-there.ts';
import { type AuditedLog, auditedStore } from '../../seals/audited-log.ts';
import type { Difference } from '../../seals/difference.ts';
import { lastSealed, wasSealed } from '../../seals/last-sealed.ts';
import { openSealer, sealsOutside } from '../../seals/open-sealer.ts';
import { readSealsFile, type SealsRead } from '../../seals/outside/outside-file.ts';
import { fileOfSealTo } from '../../seals/outside/seal-to.ts';
import { knownSealKeys, sealKeysOf } from '../../seals/seal-keys.ts';
import { checkedProof, inclusionProof } from '../../seals/tree/proof.ts';
import { type Verified, verifyLog } from '../../seals/verify-log.ts';
import { BadSetting, type Config } from '../../start/settings/config.ts';
import { NotWell } from '../arguments/failures.ts';
import { counted } from '../output/counted.ts';
import type { Run } from '../run.ts';
import { withAuditedLog, withLog } from './with-log.ts';

const noKey =
  'Neither SEAL_KEY nor seal-key.json is here: whether it was this shop that signed the seals is not looked at.';

const isBrokenOff =
  'Outside the log the last line was broken off: the log has that seal, and into its own files the shop writes it whole when it seals next.';

const howToBeWhole =
  'the log was not held against the seals there. Where there were any, find out where they are. Where SEAL_TO was set since the last seal, the next one brings all of them there: npm run operator -- audit seal';

/** Seals what has happened since the last seal. */
export async function sealNow(run: Run): Promise<void> {
  const by = run.by();
  await withLog(async (store, config) => {
    const keys = await sealKeysOf(config, auditedStore(store));
    const sealer = openSealer(config, { store, keys, now: () => new Date() });
    const seal = await sealer.seal(by, { signal: run.signal, progressed: await reached(run, store) });
    if (!seal) {
      run.say('Nothing has happened since the last seal.', { sealed: false });
      return;
    }
    const said = `Sealed: ${counted(seal.size, 'event')} up to position ${seal.position}. The root is ${seal.root}.`;
    run.say(said, { sealed: true, ...seal });
  });
}

/**
 * Holds the log against its seals, and says up to where that proves something.
 * @param file seals from elsewhere, in the place of those that are kept on this machine
 * @throws NotWell when anything that is sealed is not as it was, or the file that SEAL_TO names is not there
 */
export async function verifySeals(run: Run, file: string | undefined): Promise<void> {
  await withAuditedLog(async (store, config) => {
    const files = await outsideFor(config, file);
    const outside = files.flatMap(({ seals }) => seals);
    const brokenOff = files.flatMap((read) => read.brokenOff ?? []);
    const noSeals = { damaged: files.reduce((sum, { damaged }) => sum + damaged, 0), brokenOff };
    const believed = knownSealKeys(config)?.believed;
    const progressed = await reached(run, store);
    const verified = await verifyLog(store, { outside, noSeals, believed, signal: run.signal, progressed });
    const missing = file === undefined ? await missingOutside(store, config) : undefined;
    const { difference, wrong, unsound } = verified;
    const isMissing = missing === undefined ? [] : [`There is no ${missing}, which SEAL_TO names: ${howToBeWhole}`];
    const said = [...(difference ? [sentenceOf(difference)] : []), ...wrong, ...unsound, ...isMissing];
    const remarks = [...remarksOn(verified, outside.length), ...(believed ? [] : [noKey])];
    if (brokenOff.length > 0 && verified.isWhole) remarks.push(isBrokenOff);
    const isWhole = verified.isWhole && missing === undefined;
    run.say([...said, ...remarks].join('\n'), { ...verified, isWhole, missing, outside: outside.length, remarks });
    if (!isWhole) throw notWhole(verified);
  });
}

function notWhole({ isWhole, difference, wrong }: Verified): NotWell {
  if (isWhole) return new NotWell('The seals that SEAL_TO names are missing.');
  if (!difference && wrong.length === 0) return new NotWell('The file of the log is not sound.');
  return new NotWell(`The log is not what was sealed${placeOf(difference)}.`);
}

/** Prints a proof of what was sealed of an order. @throws NotFound, Refusal; see `inclusionProof` */
export async function proveOrder(run: Run, order: string): Promise<void> {
  await withLog(async (store) => {
    const seal = (await lastSealed(store))?.data;
    if (!seal) throw new NotWell('Nothing is sealed yet. Run: npm run operator -- audit seal');
    const progress = run.progress('events');
    const progressed = (leaves: number) => progress.reached(leaves, seal.size);
    const proof = await inclusionProof(store, `booking-${order}`, seal, { signal: run.signal, progressed });
    run.say(JSON.stringify(proof, null, 2), proof);
  });
}

/**
 * Checks a proof, without a shop.
 * @param key the public key that the seal must be signed by
 * @throws Refusal for one that does not hold; NotWell for one by another key
 */
export async function checkProof(run: Run, file: string, key: string | undefined): Promise<void> {
  // Without this, the whole of SEAL_KEY would be told to be another key than its own seal's.
  if (key !== undefined && !publicKey.test(key))
    throw new BadSetting('--key takes a public key alone, which is 43 characters: what seals.jsonl says as "key"');
  const { stream, events, notSealed, seal } = checkedProof(readJson(file));
  if (key !== undefined && seal.key !== key) throw new NotWell(`The seal is signed by another key: ${seal.key}`);
  const said = [
    `It holds: ${counted(events.length, 'event')} of ${stream} ${events.length === 1 ? 'was in the log, as it is here' : 'were in the log, as they are here'}, when it was sealed at ${seal.at}.`,
    `That nothing more of ${stream} was there then it cannot show: that takes the whole log.`,
    `The root is ${seal.root}, of ${counted(seal.size, 'event')}. Signed by the key ${seal.key}.`,
    ...(key === undefined
      ? ['Whose root and key these are, the shop has to say: hold them against what you know.']
      : []),
    ...(notSealed.length > 0
      ? [`${counted(notSealed.length, 'later event')} of ${stream} ${notSealed.length === 1 ? 'is' : 'are'} not in it.`]
      : []),
  ];
  run.say(said.join('\n'), { holds: true, stream, events: events.length, notSealed: notSealed.length, seal });
}

/** The 32 bytes of an Ed25519 key, as base64url. */
const publicKey = /^[\w-]{43}$/;

async function outsideFor(config: Config, file: string | undefined): Promise<SealsRead[]> {
  if (file === undefined) return sealsOutside(config);
  if (!isThere(file)) throw new BadSetting(`There is no file ${file}`);
  const read = await readSealsFile(file);
  if (read.seals.length === 0) throw new BadSetting(`No seal is in ${file}`);
  return [read];
}

/** The file that SEAL_TO names, where it is not there although the log was sealed: before the first seal nobody has made it. */
async function missingOutside(log: AuditedLog, config: Config): Promise<string | undefined> {
  const file = fileOfSealTo(config);
  return file !== undefined && !isThere(file) && (await wasSealed(log)) ? file : undefined;
}

function remarksOn({ proven, provenOutside, notSealed }: Verified, outside: number): string[] {
  const upTo = proven
    ? `Proved up to position ${proven.position}: ${counted(proven.size, 'event')}, by ${counted(proven.seals, 'seal')}.`
    : 'Nothing is proved.';
  const rest =
    notSealed > 0
      ? [
          `${counted(notSealed, 'event')}${proven ? ' after that' : ''} ${notSealed === 1 ? 'is' : 'are'} not sealed yet.`,
        ]
      : [];
  if (outside === 0) {
    const alone = 'No seal was given from outside the log: a tail that was cut together with its seals cannot be seen.';
    return [upTo, ...rest, alone];
  }
  const isFurther = proven !== undefined && provenOutside < proven.size;
  const further = `Only the log itself says so of those after the first ${provenOutside}: cut together with its seals, these would not be missed.`;
  return [upTo, ...rest, ...(isFurther ? [further] : [])];
}

function placeOf(difference: Difference | undefined): string {
  if (!difference) return ', or its seals are not what they were';
  return 'position' in difference ? `: position ${difference.position}` : `: after position ${difference.after}`;
}

function sentenceOf(difference: Difference): string {
  switch (difference.what) {
    case 'damaged':
      return `The event at position ${difference.position} is damaged: it is not as a shop writes them.`;
    case 'altered':
      return `The event at position ${difference.position} was altered.`;
    case 'removed':
      return `The event at position ${difference.position} was removed.`;
    case 'inserted':
      return `The event at position ${difference.position} was inserted.`;
    case 'moved':
      return `The event at position ${difference.position} was moved.`;
    case 'cut':
      return `The log was cut: from position ${difference.position} on, events that were sealed are gone.`;
    case 'different':
      return `Between position ${difference.after} and position ${difference.upTo} the log is not what was sealed.`;
  }
}

async function reached(run: Run, store: Pick<EventStore, 'head'>): Promise<(position: bigint) => void> {
  const progress = run.progress('positions');
  const head = Number(await store.head());
  return (position) => progress.reached(Number(position), head);
}

function readJson(file: string): unknown {
  const text = readFileSync(file, 'utf8');
  try {
    return JSON.parse(text);
  } catch {
    throw new BadSetting(`${file} cannot be read as JSON`);
  }
}
