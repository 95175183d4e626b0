// Where the other files of a job are, while they go on ending.
import { expect, it } from 'vitest';
import { defaultTransferOptions } from '@shared/model/transfer';
import type { PlannedFile } from '../records/job-records';
import { apply, replayJob } from '../records/job-state';
import type { MovedFile } from '../records/moved-files';
import { otherTargets } from './other-targets';

const upload = (f: number, name: string) =>
  ({
    t: 'upload',
    f,
    attempt: 0,
    path: `/from/${name}`,
    name,
    bytes: 1,
    mtimeNs: '1',
    ino: '1',
    blockBytes: 0,
  }) as const satisfies PlannedFile;

it('knows a file that ends while it looks', async () => {
  const spec = {
    ...({ kind: 'upload', connectionId: 'c', container: 'box', options: defaultTransferOptions } as const),
    prefix: '',
    paths: ['/from'],
  };
  const head = { t: 'job', version: 1, id: 'j', createdAtMs: 0, title: '', spec } as const;
  const jobState = replayJob([head, upload(0, 'soon.bin'), upload(1, 'slow.bin'), { t: 'planned' }]);
  if (jobState === null) expect.unreachable();
  jobState.unplannedFrom = 2;
  const ended: MovedFile[] = [];
  let written: readonly MovedFile[] = [];
  const looking = otherTargets(
    jobState,
    {
      write: async () => {
        written = [...ended];
      },
    },
    async function* () {
      yield await Promise.resolve(written);
    },
  );
  apply(jobState, { t: 'ended', f: 0, outcome: 'done' });
  ended.push({ ...upload(0, 'soon.bin'), segments: [], source: '' });
  const { claim } = await looking;
  const kinds = ['soon.bin', 'slow.bin', 'new.bin', 'new.bin'].map((name) => {
    const { f: _f, attempt: _attempt, ...file } = upload(9, name);
    return claim({ kind: 'file', file, remark: '' }).kind;
  });
  expect(kinds).toEqual(['problem', 'problem', 'file', 'problem']);
});
