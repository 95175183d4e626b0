// The permissions of a SAS are described in the language of the window.
import { expect, it } from 'vitest';
import type { SasScope } from '@shared/model/connection';
import { setLanguage } from '@shared/strings/t';
import german from '@shared/strings/de.json';
import { sasSentence } from './sas-text';

const scope: SasScope = {
  level: 'table',
  resource: 'Ships',
  rights: ['query', 'add', 'other'],
  keyRange: 'A … B',
  expiresOn: '2026-11-20T08:00:00Z',
};

it('names the table, its rights, its keys and its end', () => {
  expect(sasSentence(scope)).toBe('Table Ships: query, add, other. Keys A … B. Expires 2026-11-20 08:00 UTC.');
});

it('names a blob with its container', () => {
  expect(sasSentence({ level: 'blob', resource: 'photos', blob: '2024/a.txt', rights: ['read'] })).toBe(
    'Blob photos/2024/a.txt: read.',
  );
});

it('names them in another language', () => {
  setLanguage({ tag: 'de', catalogue: german });
  try {
    expect(sasSentence(scope)).toMatch(/^Tabelle Ships: abfragen, hinzufügen, weitere\./);
  } finally {
    setLanguage({ tag: 'en', catalogue: {} });
  }
});
