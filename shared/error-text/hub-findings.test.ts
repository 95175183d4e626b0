import { expect, it, onTestFinished } from 'vitest';
import { errorMessage } from '../error-text';
import { causesOf } from '../failure-causes';
import german from '../strings/de.json';
import { setLanguage } from '../strings/t';

const found = (source: string, finding: string, problem: string) => ({
  source,
  target: 'box',
  code: 'conflict.other',
  message: problem,
  context: { finding, problem, workers: 2, alone: 3 },
});

it('findings of a hub: are grouped by cause and worded in the language of the reader', () => {
  onTestFinished(() => setLanguage({ tag: 'en', catalogue: {} }));
  setLanguage({ tag: 'de', catalogue: german });
  const causes = causesOf([
    found('a', 'only-in-a', 'only in A'),
    found('b', 'different-size', 'size'),
    found('c', 'only-in-a', 'only in A'),
    found('d', 'file-ended-workers', '2 workers ended with this file under way'),
    found('e', 'constructor', 'something else'),
  ]);
  expect(causes.map(({ items, error }) => [items.length, errorMessage(error).title])).toEqual([
    [2, 'Nur am ersten Ort'],
    [1, 'Andere Länge'],
    [1, german['Not possible in the current state']],
    [1, german['Not possible in the current state']],
  ]);
  const texts = causes.map(({ error }) => errorMessage(error).explanation);
  expect(texts[2]).toContain('2 Worker endeten');
  expect(texts[3]).toBe('Something else');
});
