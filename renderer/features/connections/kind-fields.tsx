// The fields of the connection dialog that differ by kind.
import { t } from '@shared/strings/t';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { IconButton, NumberField, TextField, lazyView } from '@renderer/ui';
import { S3Fields } from './s3-fields';
import { type ConnectionDraft, type FieldProblems, pasted } from './connection-draft';
import styles from './connection-dialog.module.css';

// Most connections have a secret: what signs in is loaded when it is chosen.
const SignInFields = lazyView(() => import('./sign-in-fields').then(({ SignInFields }) => SignInFields));

export interface KindFieldsProps {
  readonly draft: ConnectionDraft;
  readonly problems: FieldProblems;
  readonly mode: 'add' | 'edit' | 'enter-secret';
  readonly onChange: (patch: Partial<ConnectionDraft>) => void;
  readonly onSubmit: () => void;
  readonly isBrowsing: boolean;
  readonly onBrowse: (isBrowsing: boolean) => void;
}

export function KindFields(props: KindFieldsProps) {
  const { draft, problems, mode, onChange, onSubmit } = props;
  const storedHint = mode === 'edit' ? t`Leave empty to keep the stored secret` : undefined;
  switch (draft.kind) {
    case 'connection-string':
      return (
        <SecretText
          key="connection-string"
          label={t`Connection string`}
          value={draft.connectionString}
          onChange={(connectionString) =>
            onChange(mode === 'add' ? pasted({ connectionString }, draft.connectionString) : { connectionString })
          }
          placeholder={storedHint ?? t`DefaultEndpointsProtocol=https;AccountName=…;AccountKey=…`}
          errorMessage={problems.connectionString}
        />
      );
    case 'account-key':
      return (
        <>
          <div className={styles.twoColumns}>
            <TextField
              key="account-name"
              label={t`Account name`}
              value={draft.accountName}
              onChange={(accountName) => onChange({ accountName })}
              face="mono"
              autoFocus={mode !== 'enter-secret'}
              isDisabled={mode === 'enter-secret'}
              errorMessage={problems.accountName}
            />
            <TextField
              label={t`Endpoint suffix`}
              value={draft.endpointSuffix}
              onChange={(endpointSuffix) => onChange({ endpointSuffix })}
              face="mono"
              isDisabled={mode === 'enter-secret'}
              errorMessage={problems.endpointSuffix}
            />
          </div>
          <TextField
            label={t`Account key`}
            type="password"
            value={draft.accountKey}
            onChange={(accountKey) => onChange({ accountKey })}
            face="mono"
            autoFocus={mode === 'enter-secret'}
            onSubmit={onSubmit}
            errorMessage={problems.accountKey}
            {...(storedHint === undefined ? {} : { placeholder: storedHint })}
          />
        </>
      );
    case 'sas':
      return (
        <SecretText
          key="sas"
          label={t`SAS URL or SAS connection string`}
          value={draft.sas}
          onChange={(sas) => onChange(mode === 'add' ? pasted({ sas }, draft.sas) : { sas })}
          placeholder={storedHint ?? 'https://account.blob.core.windows.net/container?sv=…&sig=…'}
          description={t`For an account, a container, a blob or a table. Its permissions are shown after Test.`}
          errorMessage={problems.sas}
        />
      );
    case 'sign-in':
      return <SignInFields {...props} />;
    case 's3':
      return <S3Fields draft={draft} problems={problems} mode={mode} onChange={onChange} onSubmit={onSubmit} />;
    case 'emulator':
      return (
        <div className={styles.threeColumns}>
          <TextField
            key="host"
            label={t`Host`}
            value={draft.host}
            onChange={(host) => onChange({ host })}
            face="mono"
            autoFocus
            errorMessage={problems.host}
          />
          <NumberField
            label={t`Blob port`}
            value={draft.blobPort}
            min={1}
            max={65_535}
            onChange={(blobPort) => onChange({ blobPort })}
            errorMessage={problems.blobPort}
          />
          <NumberField
            label={t`Table port`}
            value={draft.tablePort}
            min={1}
            max={65_535}
            onChange={(tablePort) => onChange({ tablePort })}
            errorMessage={problems.tablePort}
          />
        </div>
      );
  }
}

/** A key or a signature with something after it: a placeholder or an emulator's short form has none. */
const secret = /(?:AccountKey|SharedAccessSignature|sig)=[^;&\s]/i;

interface SecretTextProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder: string;
  readonly description?: string;
  readonly errorMessage: string | undefined;
}

/** Text of several lines that is masked as soon as it contains a secret, until the user asks to see it. */
function SecretText(props: SecretTextProps) {
  const [isShown, setShown] = useState(false);
  const isSecret = secret.test(props.value);
  return (
    <TextField
      {...props}
      face="mono"
      rows={6}
      autoFocus
      className={isSecret && !isShown ? (styles.masked ?? '') : ''}
      {...(isSecret
        ? {
            after: (
              <IconButton
                label={isShown ? t`Hide the secret` : t`Show the secret`}
                size="small"
                icon={isShown ? <EyeOff size={14} aria-hidden /> : <Eye size={14} aria-hidden />}
                onPress={() => setShown(!isShown)}
              />
            ),
          }
        : {})}
    />
  );
}
