/** Events of the backend's own, as a shop writes them. */

const uid = 'u1';

export const subjectKeyCreated = () => ({
  type: 'SubjectKeyCreated',
  data: { uid, keyId: 'k1', digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' },
});

export const subjectKeyDestroyed = () => ({ type: 'SubjectKeyDestroyed', data: { uid } });

export const nothingHasChanged = () => ({ type: 'NothingChanged', data: {} });

export const logCopied = () => ({ type: 'LogCopied', data: {} });

export const eventSkipped = () => ({
  type: 'EventSkipped',
  data: {
    reader: 'reactor:release-stock',
    eventId: '6b1a3c1e-5f0e-8a6b-9c1d-2e3f4a5b6c7d',
    eventType: 'BookingDeleted',
    eventStream: 'booking-b1',
    reason: 'Written by hand.',
  },
});

export const logSealed = () => ({
  type: 'LogSealed',
  data: {
    number: 0,
    position: '4711',
    size: 4_700,
    root: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    previous: null,
    at: '2026-11-20T09:30:00.000Z',
    key: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
    signature: 'hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg',
  },
});

export const keysReplaced = () => ({ type: 'KeysReplaced', data: { step: 'rotate', kind: 'signing' } });

export const retryWanted = () => ({
  type: 'RetryWanted',
  data: { eventId: '6b1a3c1e-5f0e-8a6b-9c1d-2e3f4a5b6c7d', readers: ['reactor:release-stock'] },
});

export const backupMade = () => ({ type: 'BackupMade', data: { position: '4711', bytes: 1_048_576 } });

export const backupRestored = () => ({
  type: 'BackupRestored',
  data: { madeAt: '2026-11-20T09:30:00.000Z', position: '4711' },
});
