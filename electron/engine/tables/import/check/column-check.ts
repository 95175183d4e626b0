// What the dry run learns about one column: the type that fits all its values, how many are empty, examples.
import {
  ColumnInference,
  type ValueClass,
  changedByType,
  numberClassOf,
  shortText,
} from '@shared/import/edm-inference';
import type { CheckedColumn, ImportSettings, TypeConflictColumn } from '@shared/model/table-import';
import type { EdmType } from '@shared/model/entity';
import { isZoneless } from '@shared/import/cell-value';
import { t } from '@shared/strings/t';
import { type MappedColumn, isNullText } from '../parts/row-mapping';
import { detachSubstring } from '../../../runtime/detach-substring';
import { type Cell, cellText } from '../rows/source-row';

const samplesNamed = 3;

/** Receives one cell per row; its result covers all rows without errors. */
export class ColumnCheck {
  readonly inference: ColumnInference;
  readonly #settings: ImportSettings;
  /** Set by the user or the header; null when the values decide. */
  readonly #declared: EdmType | null;
  #changed: { readonly text: string; readonly line: number; readonly comesBack: string } | null = null;
  readonly samples: string[] = [];
  filled = 0;
  /** Types that cells declare themselves. */
  readonly own = new Set<string>();

  constructor(settings: ImportSettings, declared: EdmType | null) {
    this.#settings = settings;
    this.#declared = declared;
    this.inference = new ColumnInference(settings);
  }

  /** The first value that the declared type changes; empty for none. */
  get changeNote(): string {
    if (this.#changed === null) return '';
    const { text, line, comesBack } = this.#changed;
    const isTime = this.#declared === 'Edm.DateTime' && isZoneless(text);
    const zone = this.#settings.zone ?? 'UTC';
    return isTime
      ? t`Line ${line} contains ${shortText(text)} without a time zone, which is read as ${zone} and stored as ${comesBack}.`
      : t`Line ${line} contains ${shortText(text)}, which becomes ${comesBack}.`;
  }

  add(cell: Cell | undefined, line: number): void {
    const text = cellText(cell);
    if (text === null || cell === undefined || cell === null) return;
    const isTyped = typeof cell !== 'string';
    if (isNullText(cell, this.#settings)) return;
    if (text === '' && !isTyped) return;
    this.#seeChange(cell, text, line);
    this.filled += 1;
    if (this.samples.length < samplesNamed && text !== '' && !this.samples.includes(text)) {
      this.samples.push(detachSubstring(text.length > 80 ? `${text.slice(0, 79)}…` : text));
    }
    if (!isTyped) this.inference.add(text, line);
    else if (cell.type === 'number') this.inference.addNumber(text, line);
    // A text in JSON is declared as a text, whatever it resembles.
    else if (cell.type === 'text') this.inference.addClass('string', line);
    else {
      this.own.add(cell.type);
      this.inference.addClass(cell.type === 'Edm.Boolean' ? 'boolean' : classOfOwn(cell.type, text), line);
    }
  }

  #seeChange(cell: Exclude<Cell, null>, text: string, line: number): void {
    const type = this.#declared;
    if (type === null || this.#changed !== null || (typeof cell !== 'string' && cell.type === 'number')) return;
    const comesBack = changedByType(type, text, this.#settings);
    if (comesBack !== null) this.#changed = { text: detachSubstring(shortText(text)), line, comesBack };
  }
}

function classOfOwn(type: string, text: string): ValueClass {
  switch (type) {
    case 'Edm.Int32':
      return 'int32';
    case 'Edm.Int64':
      return numberClassOf(text) === 'wide-int64' ? 'wide-int64' : 'int64';
    case 'Edm.Double':
      return 'double';
    case 'Edm.DateTime':
      return 'datetime';
    case 'Edm.Guid':
      return 'guid';
    default:
      return 'string';
  }
}

const maxConflictLines = 100;

/** Text columns that would have another type without a few of their values, and the number of rows with such values. */
export function typeConflicts(
  columns: readonly MappedColumn[],
  checks: readonly (ColumnCheck | undefined)[],
): { readonly columns: TypeConflictColumn[]; readonly rows: number } {
  const rows = new Set<number>();
  const found = columns.flatMap(({ name, use, typeFrom }, index): TypeConflictColumn[] => {
    const conflict = use === 'import' && typeFrom === 'values' ? checks[index]?.inference.conflict : null;
    if (conflict === null || conflict === undefined) return [];
    for (const line of conflict.lines) rows.add(line);
    return [{ ...conflict, column: name, lines: conflict.lines.slice(0, maxConflictLines) }];
  });
  return { columns: found, rows: rows.size };
}

/** @param soundRows number of rows that have cells for the columns */
export function checkedColumn(column: MappedColumn, check: ColumnCheck | undefined, soundRows: number): CheckedColumn {
  const filled = check?.filled ?? 0;
  const common = { ...column, nulls: soundRows - filled, filled, samples: check?.samples ?? [] };
  // A key is text, whatever its values resemble.
  if (column.use === 'key') return { ...common, type: 'Edm.String', note: '' };
  const isMixed = check !== undefined && check.own.size > 1 && column.typeFrom !== 'setting';
  if (isMixed) return { ...common, note: t`Rows specify their own types: ${[...check.own].join(', ')}.` };
  return { ...common, note: (column.typeFrom === 'values' ? check?.inference.note : check?.changeNote) ?? '' };
}
