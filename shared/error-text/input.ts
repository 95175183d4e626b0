// The texts for invalid input.
import type { ErrorContext } from '../errors';
import { t } from '../strings/t';
import { because, capital, closed, colon, host, quoted, text, whatWhere } from './phrases';
import type { ErrorMessage, MessagesOf } from './wording';
import { fieldName } from './field-names';
import { orByServiceCode } from './service-codes';

export const inputMessages: MessagesOf<'invalid'> = {
  'invalid.input': (c) => (c.what === 'inside-itself' ? insideItself(c) : invalid(t`Check your input`, c)),
  'invalid.connection-string': (c) => invalid(t`The connection string is incomplete`, c),
  'invalid.sas': (c) => invalid(t`The SAS cannot be used`, c),
  'invalid.filter': (c) => invalid(t`The filter cannot be run`, c),
  'invalid.token': (c) => invalid(t`The continuation token cannot be used`, c),
  'invalid.name': (c) => orByServiceCode(c, invalid(t`Invalid name`, c)),
  'invalid.key': (c) => orByServiceCode(c, invalid(t`Invalid key`, c)),
  'invalid.entity': (c) => orByServiceCode(c, invalid(t`The entity cannot be saved`, c)),
  'invalid.refused': (c) =>
    orByServiceCode(c, {
      title: t`The service rejected the request`,
      explanation: t`${capital(whatWhere(c))} was rejected${because(c, c.serviceCode === undefined ? 'status' : 'serviceCode')}${colon(c, 'serviceMessage')}.`,
      action: t`Check its name and values for anything the service does not allow.`,
    }),
  'invalid.service-version': (c) => ({
    title: t`The emulator is too old`,
    explanation: t`${capital(host(c))} supports none of the service versions that Stowage uses.`,
    action: t`Update the emulator, or start it with --skipApiVersionCheck.`,
  }),
};

/** Verbs with which a problem continues after the name of its field, in every language. */
const goesOn = /^(?:is|has|does|must|ends|starts|cannot|ist|hat|muss|fehlt|endet|beginnt|lässt|enthält|liegt|nennt)\b/u;

/** Field, problem and fix, if they are known. */
function insideItself(c: ErrorContext): ErrorMessage {
  return {
    title: t`A folder cannot be copied into itself`,
    explanation: t`${quoted(c, 'path', t`The target`)} is inside the source, so copying would never end. Nothing was copied.`,
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
    explanation: explanation === '' ? t`Invalid input.` : closed(explanation),
    ...(fix === '' ? {} : { action: closed(capital(fix)) }),
  };
}
