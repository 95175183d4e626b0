// How the engine reaches the network: offline or not, through which proxy, trusting which certificate authorities.
// Changes must be applied explicitly, because the engine restarts with them.
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { StowageError } from '@shared/errors';
import type { CallOutput } from '@shared/ipc/contract';
import type { NetworkSettings, TrustedAuthority } from '@shared/model/network';
import { t } from '@shared/strings/t';
import { call, useCall } from '@renderer/bridge';
import { Button, ErrorNotice, IconButton, SegmentedControl, Switch, Truncate, showToast } from '@renderer/ui';
import { ProxyFields } from './proxy-fields';
import { type NetworkDraft, draftOf, problemsOf, settingsOf } from './network-draft';
import { Extra, Row } from './page';
import styles from './network.module.css';

type SavedNetworkSettings = CallOutput<'network.read'>;

export function NetworkSettingsRows({ onApplied }: { readonly onApplied: () => void }) {
  const { data, error, reload } = useCall('network.read', {});
  if (error !== null) return <ErrorNotice error={error} onRetry={reload} />;
  if (data === undefined) return null;
  return (
    <SavedNetwork
      key={JSON.stringify(data)}
      saved={data}
      onApplied={() => {
        reload();
        onApplied();
      }}
    />
  );
}

function SavedNetwork({ saved, onApplied }: { readonly saved: SavedNetworkSettings; readonly onApplied: () => void }) {
  const [draft, setDraft] = useState(() => draftOf(saved.settings));
  const [state, setState] = useState<'still' | 'applying' | StowageError>('still');
  const change = (some: Partial<NetworkDraft>): void => setDraft({ ...draft, ...some });
  const problems = problemsOf(draft);
  const isChanged = draft.password === 'ask' || JSON.stringify(settingsOf(draft)) !== JSON.stringify(saved.settings);

  const apply = (settings: NetworkSettings): void => {
    setState('applying');
    call('network.apply', { settings, password: draft.password }).then(
      () => {
        showToast({ tone: 'good', title: t`Network settings applied` });
        setState('still');
        setDraft({ ...draft, password: 'keep' });
        onApplied();
      },
      (thrown: unknown) => {
        const error = StowageError.from(thrown);
        setState(error.kind === 'cancelled' ? 'still' : error);
      },
    );
  };

  return (
    <>
      <Row
        title={t`Work offline`}
        text={t`Only this computer is contacted; transfers wait, and the local store works.`}
      >
        <Switch
          label={t`Work offline`}
          isSelected={draft.access === 'offline'}
          onChange={(isOffline) => change({ access: isOffline ? 'offline' : 'online' })}
        />
      </Row>
      <Row title={t`Proxy`} text={proxyText(draft.mode, saved.system)}>
        <SegmentedControl
          label={t`Proxy`}
          options={[
            { value: 'system', label: t`System` },
            { value: 'none', label: t`None` },
            { value: 'manual', label: t`Manual` },
          ]}
          value={draft.mode}
          onChange={(mode) => change({ mode })}
        />
      </Row>
      {draft.mode === 'manual' && (
        <Extra of={t`Proxy`} text={t`host port user password reached directly HTTPS SOCKS`}>
          <ProxyFields draft={draft} problems={problems} saved={saved.password} onChange={change} />
        </Extra>
      )}
      <Authorities authorities={draft.authorities} onChange={(authorities) => change({ authorities })} />
      {typeof state === 'object' && (
        <div className={styles.notice}>
          <ErrorNotice error={state} />
        </div>
      )}
      {isChanged && (
        <div className={styles.foot}>
          <span className={styles.footText}>
            {t`Applying restarts the engine: transfers resume where they stopped; queries must be run again.`}
          </span>
          <Button variant="quiet" onPress={() => setDraft(draftOf(saved.settings))}>{t`Discard`}</Button>
          <Button
            variant="primary"
            isDisabled={Object.keys(problems).length > 0 || state === 'applying'}
            onPress={() => apply(settingsOf(draft))}
          >
            {state === 'applying' ? t`Applying…` : t`Apply`}
          </Button>
        </div>
      )}
    </>
  );
}

function proxyText(mode: NetworkDraft['mode'], system: SavedNetworkSettings['system']): string {
  switch (mode) {
    case 'system':
      if (system === null) return t`The system has no proxy set: all hosts are reached directly.`;
      return system.isUsable
        ? t`Currently ${system.name}.`
        : t`Currently ${system.name}, which cannot be used: no hosts except this computer can be reached.`;
    case 'none':
      return t`All hosts are reached directly, regardless of the system settings.`;
    case 'manual':
      return t`One proxy for all hosts except this computer and those listed.`;
  }
}

interface AuthoritiesProps {
  readonly authorities: readonly TrustedAuthority[];
  readonly onChange: (authorities: readonly TrustedAuthority[]) => void;
}

function Authorities({ authorities, onChange }: AuthoritiesProps) {
  const [error, setError] = useState<StowageError | null>(null);
  const add = (): void => {
    setError(null);
    call('network.pick-authorities', {}).then(
      (picked) => {
        const known = new Set(authorities.map(({ fingerprint }) => fingerprint));
        onChange([...authorities, ...picked.filter(({ fingerprint }) => !known.has(fingerprint))]);
      },
      (thrown: unknown) => setError(StowageError.from(thrown)),
    );
  };
  return (
    <>
      <Row
        title={t`Trusted certificates`}
        text={t`Certificates trusted in addition to the usual ones, such as that of a proxy that inspects TLS traffic.`}
      >
        <Button size="small" icon={<Plus size={14} />} onPress={add}>{t`Add certificate`}</Button>
      </Row>
      {authorities.length > 0 && (
        <Extra of={t`Trusted certificates`}>
          <ul className={styles.authorities} aria-label={t`Trusted certificates`}>
            {authorities.map(({ name, expiresOn, fingerprint }) => (
              <li key={fingerprint} className={styles.authority}>
                <span className={styles.authorityWords}>
                  <Truncate>{name}</Truncate>
                  <span className={styles.fingerprint} title={fingerprint}>
                    {t`until ${expiresOn.slice(0, 10)} · SHA-256 ${fingerprint.slice(0, 23)}…`}
                  </span>
                </span>
                <IconButton
                  label={t`Stop trusting ${name}`}
                  size="small"
                  icon={<X size={14} />}
                  onPress={() => onChange(authorities.filter((each) => each.fingerprint !== fingerprint))}
                />
              </li>
            ))}
          </ul>
        </Extra>
      )}
      {error !== null && (
        <div className={styles.notice}>
          <ErrorNotice error={error} />
        </div>
      )}
    </>
  );
}
