// One difference in full: every property of both rows side by side, with the differing ones marked.
import { useState } from 'react';
import type { EdmValue } from '@shared/model/entity';
import type { Difference } from '@shared/model/table-diff';
import { propertyDifferences } from '@shared/diff/differences';
import { t } from '@shared/strings/t';
import { Checkbox, classNames, TypeBadge } from '@renderer/ui';
import { keyText } from '../result/value-format';
import styles from './difference-detail.module.css';
import { valueText } from './diff-labels';

export interface DifferenceDetailProps {
  readonly found: Difference;
  readonly leaveOut: ReadonlySet<string>;
}

interface Line {
  readonly name: string;
  readonly left: EdmValue | null;
  readonly right: EdmValue | null;
  readonly state: 'differs' | 'equal' | 'left-out';
}

export function DifferenceDetail({ found, leaveOut }: DifferenceDetailProps) {
  const [scope, setScope] = useState<'all' | 'differing'>('differing');
  const lines = linesOf(found, leaveOut);
  const hidden = lines.filter(({ state }) => state !== 'differs').length;
  const shown = scope === 'all' ? lines : lines.filter(({ state }) => state === 'differs');
  return (
    <section aria-label={t`Properties of the selected difference`} className={styles.detail}>
      <div className={styles.detailHead}>
        <div className={styles.detailKeys}>
          <code title={keyText(found.partitionKey)}>
            {found.partitionKey === '' ? '""' : keyText(found.partitionKey)}
          </code>
          <code title={keyText(found.rowKey)}>{found.rowKey === '' ? '""' : keyText(found.rowKey)}</code>
        </div>
        {hidden > 0 ? (
          <Checkbox isSelected={scope === 'all'} onChange={(is) => setScope(is ? 'all' : 'differing')}>
            {t`Show ${hidden} equal`}
          </Checkbox>
        ) : null}
      </div>
      <div className={styles.detailScroll} tabIndex={0} role="group" aria-label={t`Properties in A and in B`}>
        <table className={styles.properties}>
          <thead>
            <tr>
              <th scope="col">{t`Property`}</th>
              <th scope="col">{t`A`}</th>
              <th scope="col">{t`B`}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ name, left, right, state }) => (
              <tr key={name} className={styles[state === 'differs' ? 'differing' : 'same']}>
                <th scope="row" title={state === 'left-out' ? t`${name} is not compared` : name}>
                  {name}
                </th>
                <Side value={left} row={found.left === null ? 'absent' : 'present'} />
                <Side value={right} row={found.right === null ? 'absent' : 'present'} />
              </tr>
            ))}
          </tbody>
        </table>
        {shown.length === 0 ? (
          <p className={styles.noProperties}>{t`The row has no properties but its keys.`}</p>
        ) : null}
      </div>
    </section>
  );
}

function Side({ value, row }: { readonly value: EdmValue | null; readonly row: 'absent' | 'present' }) {
  if (value === null) {
    return <td className={styles.absent}>{row === 'absent' ? t`no such row` : t`not set`}</td>;
  }
  return (
    <td>
      <span className={styles.side}>
        <TypeBadge type={value.type} />
        <span className={classNames(styles.value)}>{valueText(value)}</span>
      </span>
    </td>
  );
}

function linesOf({ left, right }: Difference, leaveOut: ReadonlySet<string>): readonly Line[] {
  const lefts = left?.properties ?? [];
  const rights = right?.properties ?? [];
  const differing = new Set(propertyDifferences(lefts, rights, leaveOut).map(({ name }) => name));
  const inLeft = new Map(lefts.map(({ name, value }) => [name, value]));
  const inRight = new Map(rights.map(({ name, value }) => [name, value]));
  const names = [...new Set([...inLeft.keys(), ...inRight.keys()])];
  return names.map((name) => ({
    name,
    left: inLeft.get(name) ?? null,
    right: inRight.get(name) ?? null,
    state: leaveOut.has(name) ? 'left-out' : differing.has(name) ? 'differs' : 'equal',
  }));
}
