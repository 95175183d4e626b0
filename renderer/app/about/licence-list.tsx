// The licences of every package in the app: searchable by name, shown one at a time.
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { ShippedPackage } from '@shared/ipc/contract/main';
import { plural, t } from '@shared/strings/t';
import { call, useCall } from '@renderer/bridge';
import { Button, ErrorNotice, LoadingRows, SearchField } from '@renderer/ui';
import styles from './about.module.css';

export function LicenceList() {
  const { data, error } = useCall('about.licences', {});
  const [typed, setTyped] = useState('');
  if (error !== null) return <ErrorNotice error={error} />;
  if (data === undefined) return <LoadingRows label={t`Reading the licences`} rows={6} columns={[100]} />;
  const found = licencesFound(data.packages, typed);
  return (
    <section className={styles.licences} aria-label={t`Licences`}>
      <SearchField
        label={t`Search packages and licences`}
        placeholder={t`Search packages and licences`}
        value={typed}
        onChange={setTyped}
        autoFocus
      />
      <p className={styles.words} role="status">
        {plural(found.length)`${found.length} package | ${found.length} packages`}
      </p>
      <ul className={styles.list}>
        {found.map((each) => (
          <Licence key={`${each.name} ${each.version}`} of={each} />
        ))}
      </ul>
      {data.browser && (
        <div className={styles.browser}>
          <span className={styles.words}>{t`Chromium’s own licences are in a file next to the program.`}</span>
          <Button size="small" onPress={() => void call('about.show-browser-licences', {})}>{t`Show file`}</Button>
        </div>
      )}
    </section>
  );
}

function Licence({ of: { name, version, licence, text } }: { readonly of: ShippedPackage }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className={styles.package}>
          <ChevronRight size={14} aria-hidden />
          <span className={styles.name}>
            {name} {version}
          </span>
          <span className={styles.licence}>{licence}</span>
        </summary>
        {isOpen && (
          <pre className={styles.text} tabIndex={0} role="region" aria-label={t`Licence of ${name}`}>
            {text}
          </pre>
        )}
      </details>
    </li>
  );
}

/** In the given order, without duplicates; all of them while nothing is typed. */
function licencesFound(packages: readonly ShippedPackage[], typed: string): readonly ShippedPackage[] {
  const terms = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = new Set<string>();
  return packages.filter(({ name, version, licence }) => {
    const text = `${name} ${version} ${licence}`.toLowerCase();
    if (shown.has(text) || !terms.every((term) => text.includes(term))) return false;
    shown.add(text);
    return true;
  });
}
