// Which fields the inspector's form shows: all properties, or those that are searched for; the other columns of the
// table; and the field that was added last.
import { useState } from 'react';
import type { Property } from '@shared/model/entity';
import type { GridColumn } from '../result/grid-column';
import type { ShownRow } from '../staging/staged-rows';

/** More properties than this are hard to look through. */
const maxWithoutSearch = 15;

export interface FormFields {
  readonly properties: readonly Property[];
  /** The properties that are shown are those with this in their names; undefined where there is no search. */
  readonly sought: string | undefined;
  readonly seek: (text: string) => void;
  /** Columns of the table that the entity does not hold; null while they are only counted. */
  readonly others: readonly GridColumn[] | null;
  readonly otherCount: number;
  readonly showOthers: () => void;
  /** Its field takes the place of the one that had the keyboard. */
  readonly added: string | undefined;
  /** Undefined where the keyboard stays where it is. */
  readonly noteAdded: (name: string | undefined) => void;
}

/** `focus`: the field that a person has asked for. */
export function useFormFields(
  { entity, read }: ShownRow,
  columns: readonly GridColumn[],
  focus: string | undefined,
): FormFields {
  const [added, setAdded] = useState<string>();
  const [sought, setSought] = useState('');
  const held = new Set(entity.properties.map(({ name }) => name));
  const others = columns.filter(({ source, name }) => source === 'property' && !held.has(name));
  const [showsOthers, setShowsOthers] = useState(() => others.some(({ name }) => name === focus));
  const isNew = read === undefined;
  const hasSearch = entity.properties.length > maxWithoutSearch;
  const isShown = ({ name }: { readonly name: string }): boolean =>
    !hasSearch || name.toLowerCase().includes(sought.trim().toLowerCase());
  return {
    properties: entity.properties.filter(isShown),
    sought: hasSearch ? sought : undefined,
    seek: setSought,
    others: isNew || showsOthers ? others.filter(isShown) : null,
    otherCount: others.length,
    showOthers: () => setShowsOthers(true),
    added,
    noteAdded: (name) => {
      setAdded(name);
      if (name !== undefined) setSought('');
    },
  };
}
