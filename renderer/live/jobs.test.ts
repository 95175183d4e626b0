import { expect, it } from 'vitest';
import type { TransferJob } from '@shared/model/transfer';
import { withVisibleNames } from './jobs';

it('shows what hides in a name, so that no job reads as one of another file', () => {
  const job = { id: '1', title: 'x\u202Egnp.exe', source: 'box/a\nb', target: '/home/me' } as TransferJob;
  expect(withVisibleNames(job)).toEqual({ id: '1', title: 'x[U+202E]gnp.exe', source: 'box/a␊b', target: '/home/me' });
});

it('shows the purpose of a download into a folder of the app, not its path', () => {
  const job = {
    id: '1',
    title: 'a',
    source: 'box/a',
    target: '/state/drag-out/1f',
    serves: 'drag-out',
  } as TransferJob;
  expect(withVisibleNames(job).target).toBe('a drag-out location');
});
