import { describe, expect, it } from 'vitest';
import { defaultTransferOptions as options } from '@shared/model/transfer';
import type { CopySelection } from '../api';
import { jobEndpointsOf } from './job-endpoints';

const location = { connectionId: 'c', container: 'box', options };
const copied = (prefix: string, ...selection: readonly CopySelection[]) =>
  jobEndpointsOf({
    ...location,
    kind: 'move',
    prefix,
    from: { connectionId: 'c', container: 'from' },
    selection: [...selection],
  });

describe('where a job takes from and puts', () => {
  it('is the folder that blobs keep their names in', () => {
    expect(copied('', { kind: 'blob', name: 'a/x.txt', as: 'in/x.txt' })).toEqual({
      source: 'from/a/x.txt',
      target: 'box/in/',
    });
    const folders = copied('in/', { kind: 'prefix', prefix: 'a/b/', as: 'b/' }, { kind: 'blob', name: 'y', as: 'z' });
    expect(folders).toEqual({ source: 'from/a/b/ and 1 more', target: 'box/in/' });
    expect(copied('in/', { kind: 'prefix', prefix: 'a/', as: '' }).target).toBe('box/in/');
    expect(copied('', { kind: 'prefix', prefix: '', as: '' })).toEqual({ source: 'from/', target: 'box/' });
  });

  it('is the new name of what is renamed', () => {
    expect(copied('', { kind: 'blob', name: 'in/x.txt', as: 'in/y.txt' }).target).toBe('box/in/y.txt');
    expect(copied('', { kind: 'prefix', prefix: 'in/', as: 'out/' }).target).toBe('box/out/');
  });

  it('names the container and what is taken from it', () => {
    const down = (...names: readonly string[]) =>
      jobEndpointsOf({
        ...location,
        kind: 'download',
        targetDir: '/home/me',
        selection: names.map((name) => ({ kind: 'auto' as const, name })),
      });
    expect(down('a/b', 'c').source).toBe('box/a/b and 1 more');
    const all = { kind: 'prefix' as const, prefix: '', as: '' };
    expect(jobEndpointsOf({ ...location, kind: 'download', targetDir: '/', selection: [all] }).source).toBe('box');
  });

  it('is the container that a repair takes from', () => {
    const repair = { ...location, kind: 'download' as const, targetDir: '/scans', repairs: { jobId: 'check' } };
    expect(jobEndpointsOf({ ...repair, selection: [] })).toEqual({ source: 'box', target: '/scans' });
  });

  it('says what a folder of the app is for', () => {
    const fetched = { ...location, kind: 'download' as const, targetDir: '/state/1f', serves: 'drag-out' as const };
    expect(jobEndpointsOf({ ...fetched, selection: [] })).toEqual({
      source: 'box',
      target: '/state/1f',
      serves: 'drag-out',
    });
  });
});
