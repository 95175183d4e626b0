// Headers of a delimited file that declare types: `Rating:Edm.Double`, `Rating:double`, and Storage Explorer's second
// column `Rating@type`, which declares the type of each row's value.
import { edmTypes } from '../model/edm-types';
import type { EdmType } from '../model/entity';

export interface HeaderColumn {
  /** Index of the cell in a row. */
  readonly index: number;
  /** Without the type. */
  readonly name: string;
  readonly declaredType: EdmType | null;
  /** Index of the cell that names the type of this row's value; null without such a column. */
  readonly typeIndex: number | null;
}

/** Columns that are ignored on import: those that Stowage adds to rejected rows. */
export const rejectColumns = ['_reject_line', '_reject_reason'] as const;
/** Whether a header cell is one of them, with a type where it was exported with one. */
export function isRejectColumn(cell: string): boolean {
  const { name } = splitType(cell.trim().replace(rowTypeSuffix, ''));
  return rejectColumns.some((column) => column === name);
}
const rowTypeSuffix = /@(?:odata\.)?type$/;

/**
 * Columns of a header row; a nameless one becomes `Column3`. Never throws; names may repeat.
 */
export function parseHeader(cells: readonly string[]): readonly HeaderColumn[] {
  const names = new Map(cells.map((cell, index) => [cell.trim(), index]));
  const owners = new Set(cells.map((cell) => splitType(cell.trim()).name));
  return cells.flatMap((cell, index) => {
    const text = cell.trim();
    const owner = text.replace(rowTypeSuffix, '');
    const isTypeColumn = owner !== text && owners.has(owner);
    const { name, declaredType } = splitType(text);
    if (isTypeColumn || isRejectColumn(name)) return [];
    const typeIndex = names.get(`${name}@type`) ?? names.get(`${name}@odata.type`) ?? null;
    return [{ index, name: name === '' ? `Column${index + 1}` : name, declaredType, typeIndex }];
  });
}

/** `Rating:Edm.Double`, in any case and with or without `Edm.`; a colon before anything else is part of the name. */
function splitType(text: string): { readonly name: string; readonly declaredType: EdmType | null } {
  const at = text.lastIndexOf(':');
  const declaredType = at < 0 ? null : parseEdmType(text.slice(at + 1));
  return declaredType === null ? { name: text, declaredType: null } : { name: text.slice(0, at), declaredType };
}

/** Null when the text is not the type of a property. */
export function parseEdmType(text: string): EdmType | null {
  const lower = text
    .trim()
    .toLowerCase()
    .replace(/^edm\./, '');
  return edmTypes.find((type) => type.slice(4).toLowerCase() === lower) ?? null;
}

/** The header cell of a column whose type is known. */
export function typedHeader(name: string, type: EdmType): string {
  return `${name}:${type}`;
}
