// What is said of a copy and of a move before they start; uploads are in ../upload/uploading.test.tsx.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { smallFiles, surveyOf } from '@shared/model/fixtures/transfer-survey';
import { defaultSettings } from '@shared/model/settings';
import type { TransferSurvey } from '@shared/model/transfer-survey';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { TransferSummary } from './transfer-summary';

let bridge: TestBridge;
afterEach(() => {
  cleanup();
  bridge.dispose();
});

function show(kind: 'copy' | 'move', survey: TransferSurvey) {
  bridge = installBridge({ calls: { 'settings.read': () => defaultSettings } });
  const nothing = (): void => undefined;
  render(
    <TransferSummary
      {...{ kind, survey, connectionId: 'far', fromConnectionId: 'near', container: 'photos', prefix: '' }}
      {...{ policy: 'never', onPolicy: nothing, onStart: nothing, onCancel: nothing }}
    />,
  );
  return within(screen.getByRole('dialog', { name: kind === 'copy' ? 'Copy to photos' : 'Move to photos' }));
}

const taken = [{ file: 'newer' as const, size: 'same' as const, sum: smallFiles(1, 100) }];

it('a copy between accounts says who carries it, what is skipped, and what it costs', () => {
  const summary = show('copy', surveyOf({ way: 'between-accounts', all: smallFiles(3, 300), taken }));
  expect(summary.getByText('3 blobs, 300 B')).toBeTruthy();
  expect(summary.getByText(/^Into another account: the service copies by itself where it can read/)).toBeTruthy();
  expect(summary.getByText('1 blob is skipped. Copied: 2 blobs, 200 B.')).toBeTruthy();
  // Two written and looked at, two read and looked at, one looked for.
  expect(summary.getByText('Cost: about 9 requests.')).toBeTruthy();
});

it('a move says that its source goes, what stays, and what leaves its tier early', () => {
  const early = [{ tier: 'Cool', blobs: 2, bytes: 200, mostDays: 12 }];
  const summary = show('move', surveyOf({ way: 'service', all: smallFiles(3, 300), taken, early }));
  expect(summary.getByText(/Each blob is deleted at its source once its copy is verified\.$/)).toBeTruthy();
  expect(
    summary.getByText('1 blob is skipped. What is skipped stays where it is. Moved: 2 blobs, 200 B.'),
  ).toBeTruthy();
  expect(within(summary.getByRole('list', { name: 'Charged for leaving early' })).getByRole('listitem')).toBeTruthy();
  expect(summary.getByRole('button', { name: 'Move' })).toBe(document.activeElement);
});
