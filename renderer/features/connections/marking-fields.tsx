// Production marking and colour, which prevent mistaking one account for another.
import { Check } from 'lucide-react';
import { RadioButton, RadioField, RadioGroup } from 'react-aria-components';
import type { ConnectionMarking } from '@shared/model/connection';
import { t } from '@shared/strings/t';
import { Checkbox } from '@renderer/ui';
import styles from './connection-dialog.module.css';

const colours: readonly { readonly value: ConnectionMarking['colour']; readonly label: string }[] = [
  { value: 'none', label: t`No colour` },
  { value: 'red', label: t`Red` },
  { value: 'orange', label: t`Orange` },
  { value: 'green', label: t`Green` },
  { value: 'blue', label: t`Blue` },
  { value: 'purple', label: t`Purple` },
];

export interface MarkingFieldsProps {
  readonly marking: ConnectionMarking;
  readonly onChange: (marking: ConnectionMarking) => void;
}

export function MarkingFields({ marking, onChange }: MarkingFieldsProps) {
  return (
    <div className={styles.marking}>
      <Checkbox
        isSelected={marking.production}
        onChange={(production) =>
          onChange({ production, colour: production && marking.colour === 'none' ? 'red' : marking.colour })
        }
      >
        <span className={styles.checkWords}>
          <span>{t`Production`}</span>
          <span className={styles.quiet}>{t`Read-only until you unlock it, and marked everywhere.`}</span>
        </span>
      </Checkbox>
      <RadioGroup
        aria-label={t`Colour`}
        orientation="horizontal"
        className={styles.colours ?? ''}
        value={marking.colour}
        onChange={(value) => {
          const chosen = colours.find((colour) => colour.value === value);
          if (chosen) onChange({ ...marking, colour: chosen.value });
        }}
      >
        <span aria-hidden className={styles.colourWord}>
          {t`Colour`}
        </span>
        {colours.map(({ value, label }) => (
          <RadioField key={value} value={value} aria-label={label}>
            <RadioButton className={styles.colour ?? ''}>
              <span
                className={styles.dot}
                data-none={value === 'none' ? '' : undefined}
                style={
                  value === 'none' ? undefined : { background: `var(--mark-${value})`, borderColor: 'transparent' }
                }
              >
                {marking.colour === value && <Check size={12} strokeWidth={3} aria-hidden />}
              </span>
            </RadioButton>
          </RadioField>
        ))}
      </RadioGroup>
    </div>
  );
}
