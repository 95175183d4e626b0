// The words for input that cannot be used.
import type { ErrorContext } from '../errors';
import { because, capital, closed, colon, host, text, what } from './phrases';
import type { ErrorWords, WordsOf } from './wording';

export const inputWords: WordsOf<'invalid'> = {
  'invalid.input': (c) => invalid('Check what you entered', c),
  'invalid.connection-string': (c) => invalid('The connection string is not complete', c),
  'invalid.sas': (c) => invalid('The SAS cannot be used', c),
  'invalid.filter': (c) => invalid('The filter cannot be run', c),
  'invalid.token': (c) => invalid('The continuation token cannot be used', c),
  'invalid.name': (c) => invalid('That name is not possible', c),
  'invalid.key': (c) => invalid('That key is not possible', c),
  'invalid.entity': (c) => invalid('The entity cannot be saved', c),
  'invalid.refused': (c) => ({
    title: 'The service refused the request',
    explanation: `${capital(what(c))} was refused${because(c, 'serviceCode')}${colon(c, 'serviceMessage')}.`,
    action: 'Correct the input and try again.',
  }),
  'invalid.service-version': (c) => ({
    title: 'The emulator is too old',
    explanation: `${capital(host(c))} does not understand any service version that Stowage speaks.`,
    action: 'Update the emulator, or start it with --skipApiVersionCheck.',
  }),
};

/** Field, problem and fix, however much of them is known. */
function invalid(title: string, c: ErrorContext): ErrorWords {
  const field = text(c, 'field', text(c, 'name', ''));
  const problem = text(c, 'problem', text(c, 'serviceMessage', ''));
  const fix = text(c, 'fix', c.expected === undefined ? '' : `Expected ${text(c, 'expected', '')}.`);
  const joint = /^(?:is|has|does|must|ends|starts|cannot)\b/.test(problem) ? ' ' : ': ';
  const explanation = problem === '' ? field : field === '' ? capital(problem) : `${field}${joint}${problem}`;
  return {
    title,
    explanation: explanation === '' ? 'The input was not understood.' : closed(explanation),
    ...(fix === '' ? {} : { action: closed(capital(fix)) }),
  };
}
