// The words around a field: label, description, what is wrong.
import type { ReactNode } from 'react';
import { FieldError, Label, Text } from 'react-aria-components';
import styles from './field.module.css';

/** Shared by every field of this library. */
export interface FieldWords {
  readonly label: string;
  /** `hidden` keeps the label for screen readers only. */
  readonly labelPosition?: 'above' | 'hidden';
  readonly description?: ReactNode;
  /** A sentence that names the problem and the fix; its presence marks the field invalid. */
  readonly errorMessage?: string | undefined;
}

/** Attributes for the react-aria root that follow from the words. */
export function fieldAttributes(words: FieldWords): { 'aria-label'?: string; isInvalid: boolean } {
  return {
    ...(words.labelPosition === 'hidden' ? { 'aria-label': words.label } : {}),
    isInvalid: words.errorMessage !== undefined && words.errorMessage !== '',
  };
}

export function FieldLabel({ words }: { readonly words: FieldWords }) {
  return words.labelPosition === 'hidden' ? null : <Label className={styles.label ?? ''}>{words.label}</Label>;
}

export function FieldFoot({ words }: { readonly words: FieldWords }) {
  return (
    <>
      {words.description !== undefined && (
        <Text slot="description" className={styles.description ?? ''}>
          {words.description}
        </Text>
      )}
      <FieldError className={styles.error ?? ''}>{words.errorMessage ?? ''}</FieldError>
    </>
  );
}
