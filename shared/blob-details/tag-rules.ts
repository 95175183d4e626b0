// Rules for index tags: at most ten, from a small alphabet. Source: Set Blob Tags.
import type { NamedValue } from '../model/blob-details';
import { t } from '../strings/t';
import type { PairProblems } from './metadata-rules';

export const maxTags = 10;

export function tagProblems(tags: readonly NamedValue[]): PairProblems {
  const seen = new Set<string>();
  const rows = tags.map(({ name, value }) => {
    const nameProblem = tagNameProblem(name) ?? (seen.has(name) ? t`This name is already in use.` : null);
    seen.add(name);
    const valueProblem = textProblem(value, 256, 'value');
    return {
      ...(nameProblem === null ? {} : { name: nameProblem }),
      ...(valueProblem === null ? {} : { value: valueProblem }),
    };
  });
  if (tags.length <= maxTags) return { rows };
  return { rows, list: t`A blob can have at most ${maxTags} tags. Remove ${tags.length - maxTags}.` };
}

function tagNameProblem(name: string): string | null {
  return name === '' ? t`Enter a name.` : textProblem(name, 128, 'name');
}

function textProblem(text: string, max: number, what: 'name' | 'value'): string | null {
  if (text.length > max) {
    return what === 'name'
      ? t`The name has ${text.length} characters; the limit is ${max}.`
      : t`The value has ${text.length} characters; the limit is ${max}.`;
  }
  const wrong = /[^A-Za-z0-9 +\-./:=_]/u.exec(text)?.[0];
  return wrong === undefined ? null : t`“${wrong}” is not allowed. Use letters, digits, space and + - . / : = _`;
}
