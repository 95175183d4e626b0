import { expect, it } from 'vitest';
import type { SasScope } from '@shared/model/connection';
import { emptyDraft } from './connection-draft';
import { endedSas } from './use-connection-form';

const nowMs = Date.parse('2026-11-23T12:00:00Z');
const signature = `${'a'.repeat(43)}%3D`;
const token = (end: string): string => `sv=2022-11-02&ss=bt&srt=sco&sp=rl&se=${end}&sig=${signature}`;
const problem = /2024-01-01 00:00 UTC \(se\)\. Create a new SAS/;

it.each([
  ['2024-01-01', '2024-01-01'],
  ['an offset', '2024-01-01T02:00:00%2B02:00'],
])('an expired SAS is reported with its end, its field and what to do: %s', (_what, end) => {
  const sas = `https://ships.blob.core.windows.net/?${token(end)}`;
  expect(endedSas({ ...emptyDraft, kind: 'sas', sas }, undefined, nowMs).sas).toMatch(problem);
});

it('is reported in a connection string, and for a stored one', () => {
  const connectionString = `BlobEndpoint=https://ships.blob.core.windows.net;SharedAccessSignature=${token('2024-01-01')}`;
  expect(endedSas({ ...emptyDraft, connectionString }, undefined, nowMs).connectionString).toMatch(problem);
  const storedSas: SasScope = { level: 'account', rights: ['read'], expiresOn: '2024-01-01' };
  expect(endedSas({ ...emptyDraft, kind: 'sas' }, storedSas, nowMs).sas).toMatch(problem);
});

it('nothing is reported for one that is valid, has no end, or is incomplete', () => {
  for (const sas of [
    `https://ships.blob.core.windows.net/?${token('2030-01-01')}`,
    'https://ships.blob.core.windows.net/box?sv=2022-11-02&sr=c&si=readers&sig=x',
    'hello',
    '',
  ])
    expect(endedSas({ ...emptyDraft, kind: 'sas', sas }, undefined, nowMs)).toEqual({});
});
