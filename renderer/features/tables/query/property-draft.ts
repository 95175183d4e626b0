// One property condition as typed (name, operator, typed operand) and a group of them, one level deep. Both turn into
// filter nodes, or report what is wrong with them.
import type { EdmType, EdmValue } from '@shared/model/entity';
import { compareEdmValues, edmTextProblem, hexToBase64 } from '@shared/query/edm-value';
import { timeProblem } from '@shared/query/time-problem';
import type { ComparisonOperator, FilterNode } from '@shared/model/table-query';
import { isPropertyName } from '@shared/query/key-rules';
import { type PropertyTest, type GroupMatch, groupNode } from '@shared/query/to-builder';
import { inQuotes } from '@shared/strings/in-quotes';
import { t } from '@shared/strings/t';
import type { ConditionProblem } from './key-draft';

/** `range`: from `text`, which is included, to `to`, which is not. */
export type PropertyOperator = ComparisonOperator | 'starts-with' | 'range';

export interface PropertyDraft {
  readonly id: string;
  readonly name: string;
  readonly operator: PropertyOperator;
  readonly type: EdmType;
  readonly text: string;
  /** The end of a range; only for `range`, and open if missing or empty, like `text` for its start. */
  readonly to?: string;
  /** The encoding of bytes in `text`; only for Binary, hexadecimal by default. */
  readonly spelling?: BinarySpelling;
}

export type BinarySpelling = 'hex' | 'base64';

interface OperatorLabel {
  readonly operator: PropertyOperator;
  readonly text: string;
}

const operators: readonly OperatorLabel[] = [
  { operator: 'eq', text: t`is` },
  { operator: 'ne', text: t`is not` },
  { operator: 'range', text: t`between` },
  { operator: 'lt', text: t`< less than` },
  { operator: 'le', text: t`≤ at most` },
  { operator: 'gt', text: t`> greater than` },
  { operator: 'ge', text: t`≥ at least` },
  { operator: 'starts-with', text: t`starts with` },
];
const timeLabels: Partial<Readonly<Record<PropertyOperator, string>>> = {
  lt: t`< before`,
  le: t`≤ until`,
  gt: t`> after`,
  ge: t`≥ from`,
};
const ranged: readonly EdmType[] = ['Edm.Int32', 'Edm.Int64', 'Edm.Double', 'Edm.DateTime', 'Edm.String'];

/** A range is two tests: a group of `any` could not hold it as one of its tests. */
export type ConditionContext = 'bar' | 'group';

/** Only strings have prefixes, a Boolean has no useful order, and an order of ids or bytes no ranges. */
export function operatorsFor(type: EdmType, context: ConditionContext): readonly OperatorLabel[] {
  const fits = ({ operator }: OperatorLabel): boolean => {
    if (operator === 'eq' || operator === 'ne') return true;
    if (operator === 'starts-with') return type === 'Edm.String';
    if (operator === 'range') return context === 'bar' && ranged.includes(type);
    return type !== 'Edm.Boolean';
  };
  const fitting = operators.filter(fits);
  if (type !== 'Edm.DateTime') return fitting;
  return fitting.map(({ operator, text }) => ({ operator, text: timeLabels[operator] ?? text }));
}

/** The operator of a new condition: for a time, a range, because no user types one to the tenth of a microsecond. */
export function defaultOperator(type: EdmType, context: ConditionContext): PropertyOperator {
  if (type !== 'Edm.DateTime') return 'eq';
  return context === 'bar' ? 'range' : 'ge';
}

/** Changes the operand's type and keeps the operator where the new type has it. */
export function withType(draft: PropertyDraft, type: EdmType): PropertyDraft {
  const allowed = operatorsFor(type, 'bar').some(({ operator }) => operator === draft.operator);
  const text = type === 'Edm.Boolean' && draft.text !== 'false' ? 'true' : draft.text;
  return { ...draft, type, text, operator: allowed ? draft.operator : 'eq' };
}

interface Problem {
  readonly state: 'problem';
  readonly problem: ConditionProblem;
}

/** `tests` that all must hold: one, or the two ends of a range. */
type PropertyResult = { readonly state: 'ready'; readonly tests: readonly PropertyTest[] } | Problem;

/** The tests that the draft expresses. */
export function propertyTests(draft: PropertyDraft): PropertyResult {
  const name = draft.name.trim();
  if (name === '') return problem(t`Enter the property name, or remove the condition.`, 'unfinished');
  if (!isPropertyName(name)) {
    return problem(
      t`${name} is not a valid property name. Use only letters, digits and underscores; do not start with a digit.`,
    );
  }
  if (draft.operator === 'starts-with') {
    if (draft.text === '')
      return problem(t`“starts with” for ${name} needs a value. Type the first characters.`, 'unfinished');
    return { state: 'ready', tests: [{ kind: 'starts-with', property: name, prefix: draft.text }] };
  }
  if (draft.operator === 'range') return rangeTests(name, draft);
  if (draft.text.trim() === '' && draft.type !== 'Edm.String') {
    return problem(t`The condition for ${name} needs a value.`, 'unfinished');
  }
  const operand = parseOperand(name, draft.type, draft.text, draft.spelling ?? 'hex');
  if (operand.state === 'problem') return operand;
  return { state: 'ready', tests: [comparison(name, draft.operator, operand.value)] };
}

function rangeTests(name: string, { type, text, to = '' }: PropertyDraft): PropertyResult {
  const isOpen = (end: string): boolean => end.trim() === '';
  if (isOpen(text) && isOpen(to)) {
    return problem(t`The range of ${name} needs a start, an end, or both.`, 'unfinished');
  }
  const from = isOpen(text) ? undefined : parseOperand(name, type, text, 'hex');
  const end = isOpen(to)
    ? undefined
    : parseOperand(name, type, type === 'Edm.DateTime' ? onDayOf(text, to) : to, 'hex');
  if (from?.state === 'problem') return from;
  if (end?.state === 'problem') return end;
  if (from !== undefined && end !== undefined && compareEdmValues(from.value, end.value) >= 0) {
    return problem(t`The range of ${name} is empty: it must end after it starts, and the end is exclusive.`);
  }
  return {
    state: 'ready',
    tests: [
      ...(from === undefined ? [] : [comparison(name, 'ge', from.value)]),
      ...(end === undefined ? [] : [comparison(name, 'lt', end.value)]),
    ],
  };
}

/** A range that ends with a time alone ends on the day on which it starts. */
function onDayOf(from: string, to: string): string {
  const day = /^\s*(\d{4}-\d{2}-\d{2})/.exec(from)?.[1];
  return day !== undefined && /^\s*\d{2}:\d{2}/.test(to) ? `${day} ${to.trim()}` : to;
}

function comparison(property: string, operator: ComparisonOperator, operand: EdmValue): PropertyTest {
  return { kind: 'comparison', property, operator, operand };
}

type OperandResult = { readonly state: 'ready'; readonly value: EdmValue } | Problem;

function parseOperand(name: string, type: EdmType, raw: string, spelling: BinarySpelling): OperandResult {
  const text = type === 'Edm.String' ? raw : raw.trim();
  const ready = (value: EdmValue): OperandResult => ({ state: 'ready', value });
  switch (type) {
    case 'Edm.String':
      return ready({ type, value: text });
    case 'Edm.Boolean':
      if (text === 'true' || text === 'false') return ready({ type, value: text === 'true' });
      return problem(t`${name} is a Boolean. Enter true or false.`);
    case 'Edm.Int32':
      return integer(name, type, text, -(2n ** 31n), 2n ** 31n - 1n);
    case 'Edm.Int64':
      return integer(name, type, text, -(2n ** 63n), 2n ** 63n - 1n);
    case 'Edm.Double':
      if (/^(NaN|-?Infinity)$/.test(text)) return ready({ type, value: text });
      if (/^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/.test(text)) return ready({ type, value: doubleText(text) });
      return problem(t`${name} is a Double. Enter a number such as 4.5 or 1e6.`);
    case 'Edm.DateTime': {
      const wire = dateTimeText(text);
      if (wire !== undefined) return ready({ type, value: wire });
      const issue = timeProblem(text);
      if (issue !== null) return problem(`${inQuotes(text)} ${issue}.`);
      return problem(t`${name} is a DateTime. Enter a UTC time such as 2026-10-14 08:21 or a day such as 2026-10-14.`);
    }
    case 'Edm.Guid':
      if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text))
        return ready({ type, value: text });
      return problem(t`${name} is a Guid. Enter 32 hexadecimal digits grouped 8-4-4-4-12.`);
    case 'Edm.Binary': {
      if (spelling === 'base64') {
        const issue = edmTextProblem(type, text);
        return issue === null
          ? ready({ type, value: text })
          : problem(t`${name} is Binary: ${inQuotes(text)} ${issue}. Check the padding, or enter hexadecimal digits.`);
      }
      const digits = text.replace(/^0x/i, '').replace(/\s+/g, '');
      if (/^([0-9a-f]{2})*$/i.test(digits)) return ready({ type, value: hexToBase64(digits) });
      return problem(t`${name} is Binary. Enter its bytes as pairs of hexadecimal digits such as 0x01ff.`);
    }
  }
}

function integer(name: string, type: 'Edm.Int32' | 'Edm.Int64', text: string, min: bigint, max: bigint): OperandResult {
  if (!/^[-+]?\d+$/.test(text)) return problem(t`${name} is an ${type.slice(4)}. Enter a whole number.`);
  const value = BigInt(text.replace(/^\+/, ''));
  if (value < min || value > max) return problem(t`${text} is out of range for ${type.slice(4)} (${min} … ${max}).`);
  return { state: 'ready', value: { type, value: value.toString() } };
}

/** A whole number gets a fraction, so that the filter text compares a double with a double. */
function doubleText(text: string): string {
  const plain = text
    .replace(/^\+/, '')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.(?=$|e)/i, '.0');
  return /[.eE]/.test(plain) ? plain : `${plain}.0`;
}

/** Completes a day or a time without zone to the wire form; undefined where the text is no moment. */
function dateTimeText(text: string): string | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,7})?)?(Z)?)?$/.exec(text);
  if (!match) return undefined;
  const [, day, minutes = '00:00', seconds = ':00'] = match;
  const wire = `${day}T${minutes}${seconds}Z`;
  return edmTextProblem('Edm.DateTime', wire) === null ? wire : undefined;
}

function problem(sentence: string, kind: ConditionProblem['kind'] = 'wrong'): Problem {
  return { state: 'problem', problem: { kind, sentence } };
}

export interface GroupDraft {
  readonly id: string;
  readonly match: GroupMatch;
  readonly conditions: readonly PropertyDraft[];
}

export const groupLabels: Readonly<Record<GroupMatch, string>> = {
  any: t`any of`,
  all: t`all of`,
  none: t`none of`,
  'not-all': t`not all of`,
};

type GroupResult =
  | { readonly state: 'ready'; readonly node: FilterNode }
  | {
      readonly state: 'problem';
      readonly problems: readonly { readonly part: string; readonly problem: ConditionProblem }[];
    };

/** The filter node of the group, or what is wrong with which of its conditions. */
export function groupFilter(group: GroupDraft): GroupResult {
  const tests: PropertyTest[] = [];
  const problems: { readonly part: string; readonly problem: ConditionProblem }[] = [];
  for (const condition of group.conditions) {
    const result = propertyTests(condition);
    if (result.state === 'ready') tests.push(...result.tests);
    else problems.push({ part: condition.id, problem: result.problem });
  }
  if (problems.length > 0) return { state: 'problem', problems };
  const node = groupNode({ match: group.match, tests });
  if (node !== null) return { state: 'ready', node };
  const sentence = t`A group has no conditions yet. Add one, or remove the group.`;
  return { state: 'problem', problems: [{ part: group.id, problem: { kind: 'unfinished', sentence } }] };
}
