// Every property of an entity: name, type, exact text, and an explanation of the value if that helps.
import { t } from '@shared/strings/t';
import { useSettings } from '@renderer/bridge';
import { classNames, IconButton, Truncate, TypeBadge } from '@renderer/ui';
import type { EdmType, EdmValue, Entity } from '@shared/model/entity';
import { Copy } from 'lucide-react';
import { copyText } from '../result/copy-text';
import { exactText, unseenNotes, binaryText, byteLength } from '../result/value-format';
import { partitionKeyId, propertyId, rowKeyId } from '../result/grid-column';
import { type KeyDelimiters, keyNote, ticksNote } from '../query/seen-keys';
import { MarkedText } from '../result/value-text';
import styles from '../tab/entity-inspector.module.css';
import type { Settings } from '@shared/model/settings';
import { formatDay, formatTime } from '@shared/strings/moments';
import { formatBytes, formatCount } from '@shared/units';

interface TypedViewProps {
  readonly entity: Entity;
  readonly fetched: 'all' | 'some';
  readonly delimiters: KeyDelimiters;
  /** The values of changed properties when they were read, by column id; null if they were absent. */
  readonly before?: ReadonlyMap<string, EdmValue | null> | undefined;
}

export function TypedView({ entity, fetched, delimiters, before }: TypedViewProps) {
  const timeZone = useSettings((settings) => settings.timeZone);
  return (
    <div className={styles.typed} tabIndex={0} role="region" aria-label={t`Properties`}>
      <dl className={styles.properties}>
        <Field
          name="PartitionKey"
          type="Edm.String"
          text={entity.partitionKey}
          ends="marked"
          note={noteOfKey(entity.partitionKey, delimiters.partitionKey)}
          before={before?.get(partitionKeyId)}
        />
        <Field
          name="RowKey"
          type="Edm.String"
          text={entity.rowKey}
          ends="marked"
          note={noteOfKey(entity.rowKey, delimiters.rowKey)}
          before={before?.get(rowKeyId)}
        />
        {entity.properties.map(({ name, value }) => (
          <Field
            key={name}
            name={name}
            type={value.type}
            text={shownText(value)}
            note={valueNote(name, value, timeZone)}
            before={before?.get(propertyId(name))}
            copied={exactText(value)}
          />
        ))}
      </dl>
      {fetched === 'some' ? (
        <p className={styles.note}>{t`Only the shown columns were fetched; the entity may have more properties.`}</p>
      ) : null}
      <dl className={styles.system}>
        {entity.timestamp === '' ? null : <SystemField name="Timestamp" text={entity.timestamp} />}
        {entity.etag === '' ? null : <SystemField name="ETag" text={entity.etag} />}
      </dl>
    </div>
  );
}

function noteOfKey(key: string, delimiter: KeyDelimiters['rowKey']): string | undefined {
  const notes = [...unseenNotes(key), keyNote(key, delimiter)].filter((note) => note !== undefined);
  return notes.length === 0 ? undefined : notes.join(' · ');
}

interface FieldProps {
  readonly name: string;
  readonly type: EdmType;
  readonly text: string;
  /** Blanks at the ends of a key are marked. */
  readonly ends?: 'marked' | 'plain';
  readonly note: string | undefined;
  /** Undefined if no change is staged, null if it was absent. */
  readonly before?: EdmValue | null | undefined;
  /** The text to copy if it differs from the shown one. */
  readonly copied?: string;
}

function Field({ name, type, text, ends = 'plain', note, before, copied = text }: FieldProps) {
  return (
    <div
      className={classNames(
        styles.field,
        name.length > longestBesideValue && styles.longNamed,
        before !== undefined && styles.changed,
      )}
    >
      <dt className={styles.name}>
        <Truncate>{name}</Truncate>
      </dt>
      <dd className={styles.value}>
        <div className={styles.box}>
          <span
            className={classNames(
              styles.text,
              text === '' && styles.emptyText,
              longTypes.includes(type) && styles.small,
            )}
            {...(text.length > longestUnscrolled ? { role: 'group', 'aria-label': name, tabIndex: 0 } : {})}
          >
            {text === '' ? t`empty` : <MarkedText ends={ends}>{text}</MarkedText>}
          </span>
          <span className={styles.typeMark}>
            <TypeBadge type={type} />
          </span>
          <CopyButton name={name} text={copied} />
        </div>
        {before === undefined ? null : (
          <div className={styles.note}>
            {before === null ? (
              t`new`
            ) : (
              <s>{shownText(before) === '' ? t`empty` : <MarkedText>{shownText(before)}</MarkedText>}</s>
            )}
          </div>
        )}
        {note === undefined ? null : (
          <div className={styles.note}>
            <Truncate lines="two">{note}</Truncate>
          </div>
        )}
      </dd>
    </div>
  );
}

function SystemField({ name, text }: Pick<FieldProps, 'name' | 'text'>) {
  return (
    <div className={styles.field}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.systemValue}>
        <Truncate className={styles.systemText ?? ''}>{text}</Truncate>
        <CopyButton name={name} text={text} />
      </dd>
    </div>
  );
}

function CopyButton({ name, text }: Pick<FieldProps, 'name' | 'text'>) {
  return (
    <IconButton
      label={t`Copy ${name}`}
      size="small"
      className={styles.copy ?? ''}
      icon={<Copy size={12} aria-hidden />}
      onPress={() => copyText(text, name)}
    />
  );
}

/** Values of these types are long and uniform: in smaller type most fit on one line. */
const longTypes: readonly EdmType[] = ['Edm.DateTime', 'Edm.Guid', 'Edm.Binary'];
/** In a narrow panel longer names would all be cut to the same start, so they are shown above their values. */
const longestBesideValue = 12;
/** Longer texts may scroll in their box, which then must be focusable. */
const longestUnscrolled = 150;
const longestBinaryShown = 2048;

/** Bytes are shown as base64, shortened so that a picture does not flood the panel; copying gives everything. */
function shownText(value: EdmValue): string {
  const text = exactText(value);
  if (value.type !== 'Edm.Binary' || text.length <= longestBinaryShown) return text;
  return `${text.slice(0, longestBinaryShown)}…`;
}

/** Ticks as a whole word: `Ticks`, `EventTickCount`, `start_ticks`, but not `ticket`. */
const ticksName = /Ticks?(?![a-z])|(^|_)(ticks?(?![a-z])|TICKS?(?![A-Z]))/;
const largestSafe = BigInt(Number.MAX_SAFE_INTEGER);

/** A short explanation of a value: local time if that zone is set, byte count, length, invisible characters. */
export function valueNote(name: string, value: EdmValue, timeZone: Settings['timeZone']): string | undefined {
  switch (value.type) {
    case 'Edm.DateTime':
      return timeZone === 'local' ? localTimeNote(value.value) : undefined;
    case 'Edm.Binary':
      return byteLength(value.value) === 0 ? '0 B' : binaryText(value.value).replace('  ', ' · ');
    case 'Edm.Int64': {
      const time = ticksName.test(name) ? ticksNote(value.value) : undefined;
      if (time !== undefined) return time;
      const digits = value.value.replace('-', '');
      return /^\d+$/.test(digits) && BigInt(digits) > largestSafe ? t`beyond 2⁵³, all digits preserved` : undefined;
    }
    case 'Edm.String':
      return stringNote(value.value);
    default:
      return undefined;
  }
}

function localTimeNote(wire: string): string | undefined {
  const atMs = Date.parse(wire);
  if (!Number.isFinite(atMs)) return undefined;
  const day = formatDay(atMs, 'local');
  const sameDay = day === formatDay(atMs, 'utc');
  return t`local ${sameDay ? '' : `${day} `}${formatTime(atMs, 'local', 'second')}`;
}

function stringNote(text: string): string | undefined {
  const notes: string[] = [];
  if (text.length > 200) notes.push(t`${formatCount(text.length)} characters, ${formatBytes(text.length * 2)}`);
  notes.push(...unseenNotes(text));
  return notes.length === 0 ? undefined : notes.join(' · ');
}
