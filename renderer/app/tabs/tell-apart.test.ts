// Tabs with equal titles show where they come from; the titles of others stay unchanged.
import { describe, expect, it } from 'vitest';
import type { Tab } from './tab';
import { hintOf } from './tab-title';
import { distinctTitles } from './tell-apart';

const given = {
  connections: [
    { id: 'a', name: 'prod' },
    { id: 'b', name: 'staging' },
  ],
  zone: 'utc' as const,
};
const titles = (...tabs: Tab[]): readonly string[] => distinctTitles(tabs, given);

describe('the titles of tabs', () => {
  it('distinguish two jobs of one folder by their start time', () => {
    const job = (jobId: string, sinceMs: number): Tab => ({ kind: 'job', jobId, title: 'scans', sinceMs });
    expect(titles(job('1', 3_600_000), job('2', 3_665_000))).toEqual(['01:00:00 / scans', '01:01:05 / scans']);
  });

  it('distinguish a job from its verification by kind, and two verifications by start time', () => {
    const job = (jobId: string, kind: 'upload' | 'verify', sinceMs: number): Tab => ({
      kind: 'job',
      jobId,
      title: 'scans',
      job: kind,
      sinceMs,
    });
    const [upload, check] = [job('1', 'upload', 0), job('2', 'verify', 3_600_000)];
    expect(titles(upload, check)).toEqual(['Upload / scans', 'Verification / scans']);
    expect(titles(upload, check, job('3', 'verify', 3_665_000))).toEqual([
      'Upload / scans',
      '01:00:00 / scans',
      '01:01:05 / scans',
    ]);
  });

  it('leave unique titles unchanged, and tabs that were opened before this was saved', () => {
    expect(titles({ kind: 'job', jobId: '1', title: 'scans', sinceMs: 0 })).toEqual(['scans']);
    const old: Tab = { kind: 'job', jobId: '1', title: 'scans' };
    expect(titles(old, { ...old, jobId: '2' })).toEqual(['scans', 'scans']);
  });

  it("show the name of an import's table before the part that a strip truncates", () => {
    const into = (table: string): Tab => ({ kind: 'import', connectionId: 'a', table });
    expect(titles(into('Orders'), into('OrdersArchive'))).toEqual(['Orders (import)', 'OrdersArchive (import)']);
    expect(hintOf(into('Orders'))).toBe('Import into Orders');
  });

  it('distinguish tables by their connection, rows by their partition and blobs by their folder', () => {
    const table = (connectionId: string): Tab => ({ kind: 'table', connectionId, table: 'Orders' });
    expect(titles(table('a'), table('b'))).toEqual(['prod / Orders', 'staging / Orders']);
    const row = (partitionKey: string): Tab => ({ ...table('a'), kind: 'entity', partitionKey, rowKey: '1' }) as Tab;
    expect(titles(row('x'), row('y'))).toEqual(['x / 1', 'y / 1']);
    const blob = (name: string): Tab => ({ kind: 'blob', connectionId: 'a', container: 'photos', name });
    expect(titles(blob('2024/may/a.txt'), blob('a.txt'))).toEqual(['may / a.txt', 'photos / a.txt']);
  });
});
