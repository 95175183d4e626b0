// What is said of a job is worded when it is shown: in the language of then, whatever was spoken when it stopped.
import { afterEach, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import german from '@shared/strings/de.json';
import { speak } from '@shared/strings/t';
import { defaultTransferOptions } from '@shared/model/transfer';
import { JobRemarks, noteOf, wordsKept } from './job-remarks';
import { type JobRecord, jobRecord } from './job-records';
import { compactRecords, standingOf } from './job-standing';

afterEach(() => speak({ tag: 'en', catalogue: {} }));

const head: JobRecord = {
  ...{ t: 'job', version: 1, id: '0123456789abcdef01234567', createdAtMs: 1000, title: 'scans' },
  spec: {
    ...{ kind: 'upload', connectionId: 'c', container: 'box', prefix: '', paths: ['/scans'] },
    options: defaultTransferOptions,
  },
};

function stopped(): JobRemarks {
  const remarks = new JobRemarks();
  remarks.stopped('paused', new StowageError('local.disk-full', 'ENOSPC at /scans/1.'));
  return remarks;
}

it('says why a job is paused in the language of now, also after its journal was read back and made shorter', () => {
  const remarks = stopped();
  const record = { t: 'state', state: 'paused', atMs: 2000, ...wordsKept({ note: '', stop: remarks.stop }) } as const;
  const kept = standingOf([head, jobRecord.parse(JSON.parse(JSON.stringify(record)))]);
  const shorter = kept === null ? null : standingOf(compactRecords(kept));
  expect(noteOf(shorter?.stop ?? null, '')).toBe('paused: The disk is full');
  speak({ tag: 'de', catalogue: german });
  expect(noteOf(shorter?.stop ?? null, '')).toBe('angehalten: Die Platte ist voll');
  expect(noteOf(remarks.stop, remarks.text())).toBe('angehalten: Die Platte ist voll');
});

it('puts what was remarked of files behind it, and leaves a note of an older journal as it is', () => {
  const remarks = stopped();
  remarks.add('no checksum stored');
  expect(noteOf(remarks.stop, remarks.text())).toBe('paused: The disk is full · 1 file: no checksum stored');
  expect(noteOf(null, 'paused: somewhere')).toBe('paused: somewhere');
});

it('tells a code that it does not know in the words that were kept', () => {
  const stop = { how: 'stopped', code: 'later.invented', message: 'It broke.', context: {} } as const;
  expect(noteOf(stop, '')).toBe('stopped: It broke.');
});
