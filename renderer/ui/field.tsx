// The texts of a field: label, description, error.
import type { ReactNode } from 'react';
import { FieldError, Label, Text } from 'react-aria-components';
import styles from './field.module.css';

/** Shared by every field of this library. */
export interface FieldText {
  readonly label: string;
  /** `hidden` keeps the label for screen readers only. */
  readonly labelPosition?: 'above' | 'hidden';
  readonly description?: ReactNode;
  /** A sentence that names the problem and the fix; its presence marks the field invalid. */
  readonly errorMessage?: string | undefined;
}

/** Attributes for the react-aria root that depend on the texts. */
export function fieldAttributes(text: FieldText): { 'aria-label'?: string; isInvalid: boolean } {
  return {
    ...(text.labelPosition === 'hidden' ? { 'aria-label': text.label } : {}),
    isInvalid: text.errorMessage !== undefined && text.errorMessage !== '',
  };
}

export function FieldLabel({ text }: { readonly text: FieldText }) {
  return text.labelPosition === 'hidden' ? null : <Label className={styles.label ?? ''}>{text.label}</Label>;
}

export function FieldFoot({ text }: { readonly text: FieldText }) {
  return (
    <>
      {text.description !== undefined && (
        <Text slot="description" className={styles.description ?? ''}>
          {text.description}
        </Text>
      )}
      <FieldError className={styles.error ?? ''}>{text.errorMessage ?? ''}</FieldError>
    </>
  );
}
