// The results of a verification in figures: those that are usually zero are shown only when they are not.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { VerifyReport } from '@shared/model/verify-report';
import german from '@shared/strings/de.json';
import { setLanguage } from '@shared/strings/t';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { transferJobOf } from '@shared/model/fixtures/transfer-job';
import { VerifySummary } from './verify-summary';

let bridge: TestBridge;
afterEach(() => {
  setLanguage({ tag: 'en', catalogue: {} });
  cleanup();
  bridge.dispose();
});

const report: VerifyReport = {
  mode: 'md5',
  of: 'files',
  same: 12,
  missingHere: 0,
  missingThere: 0,
  differs: 1,
  failed: 0,
  notCompared: { files: 0, bytes: 0, requests: 0 },
  up: { files: 1, bytes: 1 },
  down: null,
};

it.each([
  ['en', {}, ['Equal', 'Differs', 'Missing locally', 'Missing in the container']],
  ['de', german, ['Gleich', 'Weicht ab', 'Fehlt lokal', 'Fehlt im Container']],
] as const)('has the same figures in %s', async (tag, catalogue, names) => {
  setLanguage({ tag, catalogue });
  bridge = installBridge({ calls: { 'transfers.verify-report': () => report } });
  render(<VerifySummary job={transferJobOf({ kind: 'verify', state: 'done' })} revision="1" />);
  const terms = await screen.findAllByRole('term');
  expect(terms.map((term) => term.textContent)).toEqual(names);
});
