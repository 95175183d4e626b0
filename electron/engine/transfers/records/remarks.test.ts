// Remarks of a job are worded when they are shown: in the current language, whatever language was set when it stopped.
import { afterEach, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import german from '@shared/strings/de.json';
import { setLanguage } from '@shared/strings/t';
import { defaultTransferOptions } from '@shared/model/transfer';
import { type JobNotes, JobRemarks, noteOf, onceEach, persistedNotes } from './remarks';
import { type JobRecord, jobRecord } from './job-records';
import { compactRecords } from './job-journal';
import { replayJob } from '../fixtures/replay-job';

afterEach(() => setLanguage({ tag: 'en', catalogue: {} }));

const head: JobRecord = {
  t: 'job',
  version: 1,
  id: '0123456789abcdef01234567',
  createdAtMs: 1000,
  title: 'scans',
  spec: {
    kind: 'upload',
    connectionId: 'c',
    container: 'box',
    prefix: '',
    paths: ['/scans'],
    options: defaultTransferOptions,
  },
};

function stopped(): JobRemarks {
  const remarks = new JobRemarks();
  remarks.stopped('paused', new StowageError('local.disk-full', 'ENOSPC at /scans/1.'));
  return remarks;
}

/** As a journal has it after it was read back and made shorter. */
function readBack(record: JobRecord): JobNotes {
  const recorded = replayJob([head, jobRecord.parse(JSON.parse(JSON.stringify(record)))]);
  const shorter = recorded === null ? null : replayJob(compactRecords(recorded));
  if (shorter === null) throw new Error('Nothing was read back.');
  return shorter;
}

const stateOf = (notes: JobNotes): JobRecord => ({ t: 'state', state: 'paused', atMs: 2000, ...persistedNotes(notes) });

it('explains a paused job in the current language, also after its journal was read back and compacted', () => {
  const remarks = stopped();
  const recorded = readBack(stateOf(remarks.notes()));
  expect(noteOf(recorded)).toBe('disk full: free up space, then resume');
  setLanguage({ tag: 'de', catalogue: german });
  expect(noteOf(recorded)).toBe('Datenträger voll: Platz schaffen, dann fortsetzen');
  expect(noteOf(remarks.notes())).toBe('Datenträger voll: Platz schaffen, dann fortsetzen');
});

it('names the rejected item if that is the reason', () => {
  const rejected = { how: 'paused', code: 'auth.expired', message: 'm', context: {} } as const;
  expect(noteOf({ stop: rejected, remarks: [], note: '' })).toMatch(/^paused: ./u);
});

it('counts the remarks of files, and shows them in the current language, too', () => {
  const remarks = stopped();
  for (const remark of ['skipped: already there', 'no checksum', 'skipped: already there'] as const)
    remarks.add(remark);
  const recorded = readBack(stateOf(remarks.notes()));
  const english =
    'disk full: free up space, then resume · 2 files skipped: already exists · 1 file: no checksum stored';
  expect([noteOf(remarks.notes()), noteOf(recorded)]).toEqual([english, english]);
  setLanguage({ tag: 'de', catalogue: german });
  expect(noteOf(recorded).split(' · ')).toEqual([
    'Datenträger voll: Platz schaffen, dann fortsetzen',
    `2 Dateien ${german['skipped: {0}'].replace('{0}', german['already exists'])}`,
    `1 Datei: ${german['no checksum stored']}`,
  ]);
});

it('words remarks of one file and of several, in both languages', () => {
  const noted = (files: number): readonly string[] => {
    const remarks = ['folder marker', 'encoded', 'left out', 'came damaged'].map((remark) => ({ remark, files }));
    return noteOf({ stop: null, remarks, note: '' }).split(' · ');
  };
  expect([...noted(1), ...noted(2)]).toEqual([
    '1 folder marker skipped',
    '1 file: named with %XX, because the disk does not accept the name or it would be misleading; an upload reverses this',
    '1 link or special file skipped',
    '1 file: was corrupted in transit and downloaded again',
    '2 folder markers skipped',
    '2 files: named with %XX, because the disk does not accept the names or they would be misleading; an upload reverses this',
    '2 links or special files skipped',
    '2 files: were corrupted in transit and downloaded again',
  ]);
  setLanguage({ tag: 'de', catalogue: german });
  expect([...noted(1), ...noted(2)]).toEqual([
    '1 Ordnermarkierung übersprungen',
    '1 Datei: mit %XX benannt, weil der Datenträger den Namen nicht akzeptiert oder er irreführend wäre; ein Upload macht das rückgängig',
    '1 Verknüpfung oder besondere Datei übersprungen',
    '1 Datei: wurde bei der Übertragung beschädigt und erneut heruntergeladen',
    '2 Ordnermarkierungen übersprungen',
    '2 Dateien: mit %XX benannt, weil der Datenträger die Namen nicht akzeptiert oder sie irreführend wären; ein Upload macht das rückgängig',
    '2 Verknüpfungen oder besondere Dateien übersprungen',
    '2 Dateien: wurden bei der Übertragung beschädigt und erneut heruntergeladen',
  ]);
});

it('leaves a note of an older journal unchanged, and one of a later version with unknown remarks', () => {
  const older = { t: 'state', state: 'paused', atMs: 2000, note: '1 file: no checksum stored' } as const;
  setLanguage({ tag: 'de', catalogue: german });
  expect(noteOf(readBack(older))).toBe('1 file: no checksum stored');
  const later = { ...older, note: '1 file: folded twice', remarks: [{ remark: 'folded', files: 1 }] };
  expect(noteOf(readBack(later))).toBe('1 file: folded twice');
});

it('shows an unknown code with its stored text', () => {
  const stop = { how: 'stopped', code: 'later.invented', message: 'It broke.', context: {} } as const;
  expect(noteOf({ stop, remarks: [], note: '' })).toBe('stopped: It broke.');
});

it('remarks: count a file once, however often it was attempted', () => {
  const remarks = new JobRemarks();
  const [first, second] = [0, 1].map(() => onceEach((one) => remarks.add(one)));
  for (const remark of [first, first, second]) remark?.('through this machine');
  first?.('no checksum');
  expect(remarks.notes().remarks).toEqual([
    { remark: 'through this machine', files: 2 },
    { remark: 'no checksum', files: 1 },
  ]);
});
