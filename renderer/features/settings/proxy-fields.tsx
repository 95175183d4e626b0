// The proxy's address, its login, and the hosts that bypass it.
import { t } from '@shared/strings/t';
import { Checkbox, SegmentedControl, TextField } from '@renderer/ui';
import type { NetworkDraft, NetworkProblems } from './network-draft';
import styles from './network.module.css';

export interface ProxyFieldsProps {
  readonly draft: NetworkDraft;
  readonly problems: NetworkProblems;
  /** Whether a password is stored already. */
  readonly saved: 'kept' | 'none';
  readonly onChange: (some: Partial<NetworkDraft>) => void;
}

export function ProxyFields({ draft, problems, saved, onChange }: ProxyFieldsProps) {
  return (
    <div className={styles.proxy} role="group" aria-label={t`Manual proxy`}>
      <div className={styles.scheme}>
        <SegmentedControl
          label={t`Proxy type`}
          options={[
            { value: 'http', label: t`HTTP` },
            { value: 'https', label: t`HTTPS` },
            { value: 'socks5', label: t`SOCKS 5` },
          ]}
          value={draft.scheme}
          onChange={(scheme) => onChange({ scheme })}
        />
      </div>
      <TextField
        label={t`Host`}
        value={draft.host}
        onChange={(host) => onChange({ host })}
        placeholder="proxy.example.com"
        {...(problems.host === undefined ? {} : { errorMessage: problems.host })}
      />
      <TextField
        label={t`Port`}
        value={draft.port}
        onChange={(port) => onChange({ port })}
        {...(problems.port === undefined ? {} : { errorMessage: problems.port })}
      />
      <TextField
        label={t`User`}
        description={t`Stowage asks for the password in a separate window when you apply.`}
        value={draft.user}
        onChange={(user) => onChange({ user })}
        placeholder={t`none`}
      />
      {saved === 'kept' && draft.user.trim() !== '' && (
        <Checkbox
          isSelected={draft.password === 'ask'}
          onChange={(isRequested) => onChange({ password: isRequested ? 'ask' : 'keep' })}
        >
          {t`Change password`}
        </Checkbox>
      )}
      <TextField
        className={styles.bypass ?? ''}
        label={t`Reached directly`}
        description={t`Names, .suffixes or addresses, separated by spaces or commas. This computer is always included.`}
        value={draft.bypass}
        onChange={(bypass) => onChange({ bypass })}
        placeholder=".corp.example.com"
      />
    </div>
  );
}
