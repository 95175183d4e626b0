// The texts for invalid input.
import type { ErrorContext } from '../errors';
import { t } from '../strings/t';
import { because, capital, closed, colon, host, text, what, quoted } from './phrases';
import type { ErrorMessage, MessagesOf } from './wording';
import { fieldName } from './field-names';
import { orByServiceCode } from './service-codes';

export const inputMessages: MessagesOf<'invalid'> = {
  'invalid.input': (c) => (c.what === 'inside-itself' ? insideItself(c) : invalid(t`Check what you entered`, c)),
  'invalid.connection-string': (c) => invalid(t`The connection string is not complete`, c),
  'invalid.sas': (c) => invalid(t`The SAS cannot be used`, c),
  'invalid.filter': (c) => invalid(t`The filter cannot be run`, c),
  'invalid.token': (c) => invalid(t`The continuation token cannot be used`, c),
  'invalid.name': (c) => orByServiceCode(c, invalid(t`That name is not possible`, c)),
  'invalid.key': (c) => orByServiceCode(c, invalid(t`That key is not possible`, c)),
  'invalid.entity': (c) => orByServiceCode(c, invalid(t`The entity cannot be saved`, c)),
  'invalid.refused': (c) =>
    orByServiceCode(c, {
      title: t`The service refused the request`,
      explanation: t`${capital(what(c))} was refused${because(c, c.serviceCode === undefined ? 'status' : 'serviceCode')}${colon(c, 'serviceMessage')}.`,
      action: t`Check its name and values for what the service does not allow.`,
    }),
  'invalid.service-version': (c) => ({
    title: t`The emulator is too old`,
    explanation: t`${capital(host(c))} does not understand any service version that Stowage speaks.`,
    action: t`Update the emulator, or start it with --skipApiVersionCheck.`,
  }),
};

/** Verbs with which a problem continues after the name of its field, in every language. */
const goesOn = /^(?:is|has|does|must|ends|starts|cannot|ist|hat|muss|fehlt|endet|beginnt|lässt|enthält|liegt|nennt)\b/u;

/** Field, problem and fix, if they are known. */
function insideItself(c: ErrorContext): ErrorMessage {
  return {
    title: t`A folder cannot go into itself`,
    explanation: t`${quoted(c, 'path', t`The target`)} lies inside what is copied, so it would be copied without end. Nothing was copied.`,
    action: t`Choose another folder.`,
  };
}

function invalid(title: string, c: ErrorContext): ErrorMessage {
  const field = fieldName(text(c, 'field', text(c, 'name', '')));
  const problem = text(c, 'problem', text(c, 'serviceMessage', ''));
  const fix = text(c, 'fix', c.expected === undefined ? '' : t`Expected ${text(c, 'expected', '')}.`);
  const joint = goesOn.test(problem) ? ' ' : ': ';
  const explanation = problem === '' ? field : field === '' ? capital(problem) : `${field}${joint}${problem}`;
  return {
    title,
    explanation: explanation === '' ? t`The input was not understood.` : closed(explanation),
    ...(fix === '' ? {} : { action: closed(capital(fix)) }),
  };
}
