// The connection to the embedded store has a name in the language of the window.
import { expect, it, onTestFinished } from 'vitest';
import german from '@shared/strings/de.json';
import { setLanguage } from '@shared/strings/t';
import { embeddedNames, embeddedSummary } from './embedded-connection';

const store = { state: 'running', endpoints: null, accountKey: '', onChange: () => () => undefined } as const;

it('the embedded store: is called as the window speaks, and reserves its other names', () => {
  expect(embeddedSummary(store)).toMatchObject({ id: 'local', name: 'Local (embedded)' });
  onTestFinished(() => setLanguage({ tag: 'en', catalogue: {} }));
  setLanguage({ tag: 'de', catalogue: german });
  expect(embeddedSummary(store)).toMatchObject({ id: 'local', name: 'Lokal (eingebettet)' });
  expect(embeddedNames()).toEqual(['Lokal (eingebettet)', 'Local (embedded)', 'local']);
});
