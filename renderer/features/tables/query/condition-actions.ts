// The entries of "Condition": every property found in rows, Timestamp, any other by name, and groups.
import { t } from '@shared/strings/t';
import type { MenuEntry } from '@renderer/ui';
import type { EdmType } from '@shared/model/entity';
import { typeName } from '../result/value-format';
import { type ConditionContext, type PropertyDraft, defaultOperator, withType } from './property-draft';

/** Marks conditions whose property name is typed rather than chosen. */
export const typedPrefix = 'typed:';

export interface OfferedColumn {
  readonly name: string;
  readonly types: readonly EdmType[];
}

export function conditionActions(
  columns: readonly OfferedColumn[],
  number: number,
  context: ConditionContext,
  add: (condition: PropertyDraft) => void,
): readonly MenuEntry[] {
  const blank = { operator: 'eq' as const, type: 'Edm.String' as const, text: '' };
  const known: readonly OfferedColumn[] = [...columns, { name: 'Timestamp', types: ['Edm.DateTime'] }];
  return [
    ...known.map(({ name, types }) => ({
      id: `column:${name}`,
      label: name,
      aside: types.map(typeName).join(', '),
      onAction: () => {
        const type = types[0] ?? 'Edm.String';
        add(withType({ ...blank, id: `known:${number}`, name, operator: defaultOperator(type, context) }, type));
      },
    })),
    'separator' as const,
    {
      id: 'other',
      label: t`Another property…`,
      onAction: () => add({ ...blank, id: `${typedPrefix}${number}`, name: '' }),
    },
  ];
}
