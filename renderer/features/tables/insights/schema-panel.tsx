// Every property that was found, sorted and filtered: types, number of rows and values, extremes, frequent values.
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { Button, SearchField, TypeBadge, VisuallyHidden, classNames } from '@renderer/ui';
import type { AnalysisResult, PropertyProfile, SampleValue } from '@shared/analysis/analysis-result';
import { formatCount } from '@shared/units';
import { ArrowDown, ArrowUp, Copy } from 'lucide-react';
import { useMemo, useState } from 'react';
import { copyText } from '../result/copy-text';
import panelStyles from './panels.module.css';
import styles from './schema-panel.module.css';
import { distinctText, fillText, lengthText, schemaCsv, topValueTexts, valueText } from './analysis-text';

interface SchemaPanelProps {
  readonly result: AnalysisResult;
  readonly onShowColumn: (property: PropertyProfile) => void;
}

const headings: readonly { readonly column: SchemaColumn; readonly text: string }[] = [
  { column: 'name', text: t`Property` },
  { column: 'types', text: t`Types` },
  { column: 'fill', text: t`Rows` },
  { column: 'distinct', text: t`Distinct` },
];

export function SchemaPanel({ result, onShowColumn }: SchemaPanelProps) {
  const [sort, setSort] = useState(asFound);
  const [search, setSearch] = useState('');
  const { properties, rows, otherProperties } = result;
  const shown = useMemo(() => shownProperties(properties, sort, search), [properties, sort, search]);
  const mixed = properties.filter(({ types }) => types.length > 1).length;
  return (
    <>
      <div className={panelStyles.tools}>
        <SearchField
          label={t`Search by property or type`}
          placeholder={t`Search by property or type`}
          value={search}
          onChange={setSearch}
          className={styles.search ?? ''}
        />
        <span className={panelStyles.cost}>
          {counted(properties.length, 'property')}
          {mixed === 0 ? '' : t` · ${formatCount(mixed)} with mixed types`}
          {otherProperties === 0
            ? ''
            : plural(
                otherProperties,
              )` · one value of a further property is not described |  · ${formatCount(otherProperties)} values of further properties are not described`}
        </span>
        <Button
          variant="quiet"
          icon={<Copy size={14} aria-hidden />}
          onPress={() => copyText(schemaCsv(shown, rows), t`the schema as CSV`)}
        >
          {t`Copy as CSV`}
        </Button>
      </div>
      <div className={panelStyles.scroller} tabIndex={0} data-sticky-edges role="group" aria-label={t`Properties`}>
        <table className={styles.table}>
          <thead>
            <tr>
              {headings.map(({ column, text }) => {
                const sorted = sort.column === column ? sort.direction : 'none';
                return (
                  <th
                    key={column}
                    scope="col"
                    className={column === 'distinct' ? styles.overFigures : undefined}
                    aria-sort={sorted}
                  >
                    <button type="button" className={styles.sort} onClick={() => setSort(nextSort(sort, column))}>
                      {text}
                      {sorted === 'ascending' ? <ArrowUp size={12} aria-hidden /> : null}
                      {sorted === 'descending' ? <ArrowDown size={12} aria-hidden /> : null}
                    </button>
                  </th>
                );
              })}
              <th scope="col">{t`Minimum`}</th>
              <th scope="col">{t`Maximum`}</th>
              <th scope="col">{t`Most frequent`}</th>
              <th scope="col">{t`Examples`}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((property) => (
              <PropertyRow
                key={`${property.role} ${property.name}`}
                property={property}
                rows={rows}
                onShow={onShowColumn}
              />
            ))}
          </tbody>
        </table>
        {shown.length === 0 ? <p className={styles.none}>{t`No matching property or type.`}</p> : null}
      </div>
    </>
  );
}

interface PropertyRowProps {
  readonly property: PropertyProfile;
  readonly rows: number;
  readonly onShow: (property: PropertyProfile) => void;
}

function PropertyRow({ property, rows, onShow }: PropertyRowProps) {
  const { name, role, types } = property;
  const isMixed = types.length > 1;
  const frequent = topValueTexts(property);
  const examples = property.examples.map(valueText);
  return (
    <tr>
      <th scope="row" className={classNames(styles.name, role !== 'own' && styles.system)}>
        <button
          type="button"
          className={panelStyles.name}
          title={t`Go to column ${name}`}
          onClick={() => onShow(property)}
        >
          {name}
        </button>
      </th>
      <td className={classNames(isMixed && styles.mixed)}>
        {types.map((type) => (
          <div key={type.type} className={styles.type}>
            <TypeBadge type={type.type} />
            {isMixed ? <span className={styles.number}>{formatCount(type.rows)}</span> : null}
            {type.length === null ? null : <span className={styles.faint}>{lengthText(type.length, type.type)}</span>}
            {type.notNumbers === 0 ? null : (
              <span className={styles.faint}>{t`${formatCount(type.notNumbers)} NaN`}</span>
            )}
          </div>
        ))}
      </td>
      <td>
        <div className={panelStyles.fill}>
          <span className={panelStyles.bar} aria-hidden>
            <span
              className={panelStyles.barFill}
              style={{ width: `${rows === 0 ? 0 : (property.rows / rows) * 100}%` }}
            />
          </span>
          <span className={panelStyles.percent}>{fillText(property.rows, rows)}</span>
          <span className={styles.rows}>{formatCount(property.rows)}</span>
        </div>
      </td>
      <td className={styles.number} title={property.distinct.exactness === 'exact' ? undefined : t`Estimate, ± 1.6 %`}>
        {distinctText(property)}
      </td>
      <td>
        {types.map(({ type, least: min }) => (
          <Value key={type} value={min} />
        ))}
      </td>
      <td>
        {types.map(({ type, greatest }) => (
          <Value key={type} value={greatest} />
        ))}
      </td>
      <td>
        {frequent.length === 0 ? (
          <span className={styles.faint}>{t`all unique`}</span>
        ) : (
          <div className={styles.values} title={frequent.join('\n')}>
            {frequent.join('  ')}
          </div>
        )}
      </td>
      <td>
        <div className={styles.values} title={examples.join('\n')}>
          {examples.join('  ')}
        </div>
      </td>
    </tr>
  );
}

function Value({ value }: { readonly value: SampleValue | null }) {
  if (value === null) {
    return (
      <div className={styles.absent}>
        <VisuallyHidden>{t`none`}</VisuallyHidden>
      </div>
    );
  }
  const text = valueText(value);
  return (
    <div className={styles.value} title={text}>
      {text}
    </div>
  );
}

type SchemaColumn = 'name' | 'types' | 'fill' | 'distinct';

interface SchemaSort {
  readonly column: SchemaColumn | 'found';
  readonly direction: 'ascending' | 'descending';
}

/** In the order in which the properties appeared, keys first. */
export const asFound: SchemaSort = { column: 'found', direction: 'ascending' };

/** A second press reverses the order, a third restores the original one. */
export function nextSort(sort: SchemaSort, column: SchemaColumn): SchemaSort {
  const first = column === 'name' || column === 'types' ? 'ascending' : 'descending';
  if (sort.column !== column) return { column, direction: first };
  if (sort.direction !== first) return asFound;
  return { column, direction: first === 'ascending' ? 'descending' : 'ascending' };
}

export function shownProperties(
  properties: readonly PropertyProfile[],
  { column, direction }: SchemaSort,
  search: string,
): readonly PropertyProfile[] {
  const wanted = search.trim().toLowerCase();
  const found = properties.filter(
    ({ name, types }) =>
      wanted === '' ||
      name.toLowerCase().includes(wanted) ||
      types.some(({ type }) => type.slice('Edm.'.length).toLowerCase().startsWith(wanted)),
  );
  if (column === 'found') return found;
  const sign = direction === 'ascending' ? 1 : -1;
  return [...found].sort((left, right) => sign * compare(left, right, column) || byName(left, right));
}

function compare(left: PropertyProfile, right: PropertyProfile, column: SchemaColumn): number {
  switch (column) {
    case 'name':
      return byName(left, right);
    case 'types':
      return left.types.length - right.types.length || text(typesOf(left), typesOf(right));
    case 'fill':
      return left.rows - right.rows;
    case 'distinct':
      return left.distinct.count - right.distinct.count;
  }
}

function typesOf({ types }: PropertyProfile): string {
  return types.map(({ type }) => type).join(' ');
}

function byName(left: PropertyProfile, right: PropertyProfile): number {
  return text(left.name.toLowerCase(), right.name.toLowerCase()) || text(left.name, right.name);
}

function text(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
