import type { NothingChanged } from '../../../modules/kernel/commands/nothing-changed.ts';
import { history, type ModuleHistory, withheldHistory } from '../../../modules/kernel/history.ts';
import type { BuildEvent } from '../../builds/build-events.ts';
import type { EventSkipped } from '../../feed/parked/skipped-events.ts';
import type { OperatorAct } from '../../operator/log/acts.ts';
import type { LogCopied } from '../../operator/log/log-of-its-own.ts';
import type { SubjectKeyEvent } from '../../personal-data/subject-key-events.ts';
import type { LogSealed } from '../../seals/log-sealed.ts';

/** How events are told that are no module's: of keys, of calls that changed nothing, of the log itself, and of what operators did. */
export const operationHistory: readonly ModuleHistory[] = [
  withheldHistory<SubjectKeyEvent>({
    streams: ['subject-key'],
    events: {
      SubjectKeyCreated: () => 'A key was made for what is personal of somebody',
      SubjectKeyDestroyed: () => 'The key to what was personal of somebody was destroyed',
    },
  }),
  history<LogCopied | EventSkipped | NothingChanged>({
    streams: [],
    events: {
      NothingChanged: { shows: [], says: (_, { actor }) => `${actor} asked for what was so already, or could not be` },
      LogCopied: { shows: [], says: (_, { actor }) => `${actor} copied the log here` },
      EventSkipped: {
        shows: ['reader', 'eventId', 'eventType', 'eventStream', 'reason'],
        says: ({ data: { eventType, reader, reason } }, { actor }) =>
          `${actor} had ${reader} pass over ${eventType}: ${reason}`,
      },
    },
  }),
  history<BuildEvent>({
    streams: [],
    events: {
      ProjectionRebuilt: {
        shows: ['projection', 'version', 'build', 'position'],
        says: ({ data: { projection, build, position } }, { actor }) =>
          `${actor} had ${projection} made anew, up to position ${position}, as build ${build}`,
      },
      ProjectionPromoted: {
        shows: ['projection', 'version', 'build', 'instead'],
        says: ({ data: { projection, build, instead } }, { actor }) =>
          `${actor} had build ${build} of ${projection} shown, in the place of build ${instead}`,
      },
      ProjectionRolledBack: {
        shows: ['projection', 'version', 'build', 'instead'],
        says: ({ data: { projection, build, instead } }, { actor }) =>
          `${actor} went back to build ${build} of ${projection}, from build ${instead}`,
      },
      ProjectionBuildDropped: {
        shows: ['projection', 'version', 'build'],
        says: ({ data: { projection, build } }, { actor }) => `${actor} let go of build ${build} of ${projection}`,
      },
    },
  }),
  history<OperatorAct | LogSealed>({
    streams: [],
    events: {
      KeysReplaced: {
        shows: ['step', 'kind'],
        says: ({ data: { step, kind } }, { actor }) => `${actor} replaced a key for ${kind} (${step})`,
      },
      RetryWanted: {
        shows: ['eventId', 'readers'],
        says: ({ data: { readers } }, { actor }) => `${actor} had ${readers.join(', ')} try an event again`,
      },
      BackupMade: {
        shows: ['position', 'bytes'],
        says: ({ data: { position } }, { actor }) => `${actor} made a backup, up to position ${position}`,
      },
      BackupRestored: {
        shows: ['madeAt', 'position'],
        says: ({ data: { madeAt, position } }, { actor }) =>
          `${actor} put the backup of ${madeAt} back, up to position ${position}`,
      },
      LogSealed: {
        shows: ['number', 'position', 'size', 'root', 'at'],
        says: ({ data: { size, position } }, { actor }) =>
          `${actor} sealed the log: ${size} events up to position ${position}`,
      },
    },
  }),
];
