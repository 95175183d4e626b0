// The user's prices for requests: the currency and a price for each class of operations, empty until entered.
import { useState } from 'react';
import type { PricedClass, Prices } from '@shared/model/prices';
import { t } from '@shared/strings/t';
import { NumberField, TextField } from '@renderer/ui';
import { billedClassNames } from '@renderer/cost/cost-popover';
import { Row } from './page';
import styles from './settings-tab.module.css';

export interface PriceSettingsProps {
  readonly prices: Prices;
  readonly onChange: (prices: Prices) => void;
}

const maxDigits = 7;
const longestCurrency = 3;

const rows: readonly { readonly priced: PricedClass; readonly text: string }[] = [
  {
    priced: 'tableOperation',
    text: t`Per 10,000: a page of a query, a change, or a transaction of up to 100 changes.`,
  },
  { priced: 'blobWrite', text: t`Per 10,000: a blob in one request, a block, a block list commit, or a copy.` },
  { priced: 'blobList', text: t`Per 10,000: a page of a listing, a new container, or a search by tags.` },
  { priced: 'blobRead', text: t`Per 10,000: a downloaded blob or range.` },
  { priced: 'blobOther', text: t`Per 10,000: properties, metadata, tags, leases and snapshots. Deleting is free.` },
];

export function PriceSettings({ prices, onChange }: PriceSettingsProps) {
  return (
    <>
      <Row
        title={t`Currency`}
        text={t`Up to three letters, shown after each amount. Stowage does not download prices: enter those of your price sheet.`}
      >
        <Currency
          key={prices.currency}
          saved={prices.currency}
          onChange={(currency) => onChange({ ...prices, currency })}
        />
      </Row>
      {rows.map(({ priced, text }) => (
        <Row key={priced} title={billedClassNames[priced]} text={text}>
          <NumberField
            label={t`Price per 10,000: ${billedClassNames[priced]}`}
            labelPosition="hidden"
            className={styles.price ?? ''}
            min={0}
            max={1_000_000}
            fractionDigits={maxDigits}
            stepButtons="none"
            unit={prices.currency}
            value={prices.perTenThousand[priced] ?? NaN}
            onChange={(value) =>
              onChange({
                ...prices,
                perTenThousand: { ...prices.perTenThousand, [priced]: Number.isNaN(value) ? null : value },
              })
            }
          />
        </Row>
      ))}
    </>
  );
}

/** Saved on blur, so that a slow answer does not overwrite what is being typed. */
function Currency({ saved, onChange }: { readonly saved: string; readonly onChange: (currency: string) => void }) {
  const [typed, setTyped] = useState(saved);
  const keep = (): void => {
    const currency = typed.trim();
    if (currency !== saved) onChange(currency);
  };
  return (
    <TextField
      label={t`Currency`}
      labelPosition="hidden"
      className={styles.price ?? ''}
      placeholder="EUR"
      value={typed}
      onChange={(text) => setTyped(text.slice(0, longestCurrency))}
      onBlur={keep}
      onSubmit={keep}
    />
  );
}
