// The fields of a connection to S3: where the service is, and where its keys come from.
import { defaultS3Region } from '@shared/model/connection-string/s3-fields';
import { t } from '@shared/strings/t';
import { SegmentedControl, TextField } from '@renderer/ui';
import type { ConnectionDraft, FieldProblems } from './connection-draft';
import styles from './connection-dialog.module.css';

interface S3FieldsProps {
  readonly draft: ConnectionDraft;
  readonly problems: FieldProblems;
  readonly mode: 'add' | 'edit' | 'enter-secret';
  readonly onChange: (patch: Partial<ConnectionDraft>) => void;
  readonly onSubmit: () => void;
}

const keySources: readonly { readonly value: ConnectionDraft['s3Keys']; readonly label: string }[] = [
  { value: 'given', label: t`Access key` },
  { value: 'profile', label: t`Profile` },
  { value: 'environment', label: t`Environment` },
  { value: 'none', label: t`Anonymous` },
];

export function S3Fields({ draft, problems, mode, onChange, onSubmit }: S3FieldsProps) {
  const isSecretOnly = mode === 'enter-secret';
  return (
    <>
      <div className={styles.twoColumns}>
        <TextField
          key="endpoint"
          label={t`Endpoint`}
          value={draft.endpoint}
          onChange={(endpoint) => onChange({ endpoint })}
          placeholder={t`Empty for Amazon S3`}
          face="mono"
          autoFocus={!isSecretOnly}
          isDisabled={isSecretOnly}
          errorMessage={problems.endpoint}
        />
        <TextField
          label={t`Region`}
          value={draft.region}
          onChange={(region) => onChange({ region })}
          placeholder={defaultS3Region}
          face="mono"
          isDisabled={isSecretOnly}
          errorMessage={problems.region}
        />
      </div>
      {!isSecretOnly && (
        <SegmentedControl
          label={t`Where the keys come from`}
          width="fill"
          options={keySources}
          value={draft.s3Keys}
          onChange={(s3Keys) => onChange({ s3Keys })}
        />
      )}
      {draft.s3Keys === 'given' && (
        <>
          <div className={styles.twoColumns}>
            <TextField
              label={t`Access key ID`}
              value={draft.accessKeyId}
              onChange={(accessKeyId) => onChange({ accessKeyId })}
              face="mono"
              isDisabled={isSecretOnly}
              errorMessage={problems.accessKeyId}
            />
            <TextField
              label={t`Secret access key`}
              type="password"
              value={draft.secretAccessKey}
              onChange={(secretAccessKey) => onChange({ secretAccessKey })}
              face="mono"
              autoFocus={isSecretOnly}
              onSubmit={onSubmit}
              errorMessage={problems.secretAccessKey}
              {...(mode === 'edit' ? { placeholder: t`Leave empty to keep the stored secret` } : {})}
            />
          </div>
          <TextField
            label={t`Session token`}
            type="password"
            value={draft.sessionToken}
            onChange={(sessionToken) => onChange({ sessionToken })}
            face="mono"
            placeholder={t`Only with temporary keys`}
            onSubmit={onSubmit}
            errorMessage={problems.sessionToken}
          />
        </>
      )}
      {draft.s3Keys === 'profile' && (
        <TextField
          label={t`Profile`}
          value={draft.profile}
          onChange={(profile) => onChange({ profile })}
          placeholder={t`default`}
          face="mono"
          description={t`Of ~/.aws/credentials and ~/.aws/config. Its keys are read each time, and not stored.`}
          onSubmit={onSubmit}
          errorMessage={problems.profile}
        />
      )}
      {draft.s3Keys === 'environment' && (
        <p className={styles.quiet}>
          {t`AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN are read each time, and not stored.`}
        </p>
      )}
      {draft.s3Keys === 'none' && (
        <p className={styles.quiet}>{t`Only public buckets can be opened, and only by name: they cannot be listed.`}</p>
      )}
    </>
  );
}
