// One property condition as typed: name, operator, typed operand. Turns into a filter node, or says what is wrong
// with the operand in one sentence.
import type { EdmType, EdmValue } from '@shared/model/entity';
import { edmTextProblem, hexToBase64 } from '@shared/query/edm-value';
import type { ComparisonOperator } from '@shared/query/filter';
import { isPropertyName } from '@shared/query/key-rules';
import type { PropertyTest } from '@shared/query/to-builder';
import type { ConditionProblem } from './key-problem';

export type PropertyOperator = ComparisonOperator | 'starts-with';

export interface PropertyDraft {
  readonly id: string;
  readonly name: string;
  readonly operator: PropertyOperator;
  readonly type: EdmType;
  readonly text: string;
  /** How `text` spells bytes; only for Binary, hexadecimal where nothing else is said. */
  readonly spelling?: BinarySpelling;
}

export type BinarySpelling = 'hex' | 'base64';

export const propertyOperators: readonly { readonly operator: PropertyOperator; readonly words: string }[] = [
  { operator: 'eq', words: 'is' },
  { operator: 'ne', words: 'is not' },
  { operator: 'lt', words: '< below' },
  { operator: 'le', words: '≤ at most' },
  { operator: 'gt', words: '> above' },
  { operator: 'ge', words: '≥ at least' },
  { operator: 'starts-with', words: 'starts with' },
];

/** Only strings have prefixes, and a Boolean has no order worth asking for. */
export function operatorsFor(type: EdmType): typeof propertyOperators {
  if (type === 'Edm.String') return propertyOperators;
  if (type === 'Edm.Boolean') {
    return propertyOperators.filter(({ operator }) => operator === 'eq' || operator === 'ne');
  }
  return propertyOperators.filter(({ operator }) => operator !== 'starts-with');
}

/** Changes the operand's type and keeps the operator where the new type has it. */
export function withType(draft: PropertyDraft, type: EdmType): PropertyDraft {
  const allowed = operatorsFor(type).some(({ operator }) => operator === draft.operator);
  const text = type === 'Edm.Boolean' && draft.text !== 'false' ? 'true' : draft.text;
  return { ...draft, type, text, operator: allowed ? draft.operator : 'eq' };
}

interface Problem {
  readonly state: 'problem';
  readonly problem: ConditionProblem;
}

export type PropertyResult = { readonly state: 'ready'; readonly node: PropertyTest } | Problem;

/** The filter node that the draft stands for. */
export function propertyNode(draft: PropertyDraft): PropertyResult {
  const name = draft.name.trim();
  if (name === '')
    return problem('Name the property that the condition is about, or remove the condition.', 'unfinished');
  if (!isPropertyName(name)) {
    return problem(`${name} is not a property name: letters, digits and underscores only, not starting with a digit.`);
  }
  if (draft.operator === 'starts-with') {
    if (draft.text === '') return problem(`${name} starts with nothing yet. Type the first characters.`, 'unfinished');
    return { state: 'ready', node: { kind: 'starts-with', property: name, prefix: draft.text } };
  }
  if (draft.text.trim() === '' && draft.type !== 'Edm.String') {
    return problem(`${name} is compared with nothing yet. Type a value.`, 'unfinished');
  }
  const operand = parseOperand(name, draft.type, draft.text, draft.spelling ?? 'hex');
  if (operand.state === 'problem') return operand;
  return {
    state: 'ready',
    node: { kind: 'comparison', property: name, operator: draft.operator, operand: operand.value },
  };
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
      return problem(`${name} is a Boolean: compare it with true or false.`);
    case 'Edm.Int32':
      return integer(name, type, text, -(2n ** 31n), 2n ** 31n - 1n);
    case 'Edm.Int64':
      return integer(name, type, text, -(2n ** 63n), 2n ** 63n - 1n);
    case 'Edm.Double':
      if (/^(NaN|-?Infinity)$/.test(text)) return ready({ type, value: text });
      if (/^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/.test(text)) return ready({ type, value: doubleText(text) });
      return problem(`${name} is a Double: type a number such as 4.5 or 1e6.`);
    case 'Edm.DateTime': {
      const wire = dateTimeText(text);
      if (wire !== undefined) return ready({ type, value: wire });
      return problem(
        `${name} is a DateTime: type a UTC time such as 2026-10-14T08:21:07Z or a day such as 2026-10-14.`,
      );
    }
    case 'Edm.Guid':
      if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text))
        return ready({ type, value: text });
      return problem(`${name} is a Guid: type 32 hexadecimal digits grouped 8-4-4-4-12.`);
    case 'Edm.Binary': {
      if (spelling === 'base64') {
        const trouble = edmTextProblem(type, text);
        return trouble === null
          ? ready({ type, value: text })
          : problem(
              `${name} is Binary: ${JSON.stringify(text)} ${trouble}. Check the padding, or give hexadecimal digits.`,
            );
      }
      const digits = text.replace(/^0x/i, '').replace(/\s+/g, '');
      if (/^([0-9a-f]{2})*$/i.test(digits)) return ready({ type, value: hexToBase64(digits) });
      return problem(`${name} is Binary: type its bytes as pairs of hexadecimal digits such as 0x01ff.`);
    }
  }
}

function integer(
  name: string,
  type: 'Edm.Int32' | 'Edm.Int64',
  text: string,
  least: bigint,
  most: bigint,
): OperandResult {
  if (!/^[-+]?\d+$/.test(text)) return problem(`${name} is an ${type.slice(4)}: type a whole number.`);
  const value = BigInt(text.replace(/^\+/, ''));
  if (value < least || value > most) return problem(`${text} does not fit ${type.slice(4)} (${least} … ${most}).`);
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
  const moment = new Date(`${day}T${minutes}${seconds.slice(0, 3)}Z`);
  const exists = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(`${day}T${minutes}`);
  return exists ? wire : undefined;
}

function problem(sentence: string, kind: ConditionProblem['kind'] = 'wrong'): Problem {
  return { state: 'problem', problem: { kind, sentence } };
}
