// The container itself, while no blob of it is selected: its address, who may use it, its metadata and its lease.
import { useState } from 'react';
import type { StoredPolicy } from '@shared/model/container-details';
import { sasRights } from '@shared/sas/sas-request';
import { t } from '@shared/strings/t';
import { call, useCall } from '@renderer/bridge';
import { useConnection } from '@renderer/live/connection';
import { ErrorNotice, LoadingRows, isSaidAlike } from '@renderer/ui';
import { exactTime } from '../exact-time';
import type { PlaceRefusals } from '../place-refusals';
import { AccessDialog, accessNames, accessWords } from './access-dialog';
import { CopyUrl } from './copy-url';
import { Facts, Reason, Section } from './facts';
import { PanelVerb, notYet } from './panel-verb';
import { LeaseDialog, leaseWords } from './lease-dialog';
import { MetadataDialog } from './metadata-dialog';
import { ContainerPolicies } from './container-policies';
import { SasDialog } from './sas-dialog';
import styles from './details-panel.module.css';

export interface ContainerViewProps {
  readonly connectionId: string;
  readonly container: string;
  readonly refusals: PlaceRefusals;
}

type Open = 'sas' | 'access' | 'policies' | 'metadata' | 'lease';

const keyOnly = t`Only the account key tells and changes who has access. This connection has a signature.`;

export function ContainerView({ connectionId, container, refusals }: ContainerViewProps) {
  const connection = useConnection(connectionId);
  const [open, setOpen] = useState<Open | null>(null);
  const address = { connectionId, container };
  const hasKey = connection !== undefined && connection.sas === undefined;
  const details = useCall('container-details.read', address);
  const access = useCall('container-details.access', hasKey ? address : null);
  const endpoint = connection?.endpoints.blob;
  if (endpoint === undefined) return null;
  const url = `${endpoint}/${encodeURIComponent(container)}`;
  const { data } = details;
  const cannotChangeAccess = (hasKey ? refusals.editContainer : keyOnly) ?? (access.data === undefined ? notYet : null);
  const onClose = (): void => setOpen(null);
  // Nearly all is read with the properties: why they fail is said once, above all that lacks them.
  const policiesError =
    access.error === null || details.isLoading || (details.error !== null && isSaidAlike(access.error, details.error))
      ? null
      : access.error;
  const readAgain = (): void => {
    details.reload();
    access.reload();
  };
  const onSaved = (): void => {
    setOpen(null);
    readAgain();
  };
  return (
    <>
      {refusals.edit === null ? null : <p className={styles.refusal}>{refusals.edit}</p>}
      {details.error === null ? null : (
        <div className={styles.failure}>
          <ErrorNotice error={details.error} onRetry={readAgain} />
        </div>
      )}
      <Section
        title={t`Container`}
        verb={
          <span className={styles.verbs}>
            <CopyUrl url={url} />
            <PanelVerb verb="sas-of-container" refusal={null} onPress={() => setOpen('sas')}>{t`SAS…`}</PanelVerb>
          </span>
        }
      >
        <Facts
          facts={[
            { name: t`Name`, value: container, face: 'mono' },
            { name: 'URL', value: url, face: 'mono' },
            ...(data === undefined
              ? []
              : [
                  { name: t`Modified`, value: exactTime(data.lastModified) },
                  { name: 'ETag', value: data.etag, face: 'mono' as const },
                  ...(data.hasImmutabilityPolicy ? [{ name: t`Immutability`, value: t`has a policy` }] : []),
                  ...(data.hasLegalHold ? [{ name: t`Legal hold`, value: t`is set` }] : []),
                ]),
          ]}
        />
        {data === undefined && details.error === null ? (
          <LoadingRows label={t`Loading properties`} rows={2} columns={[28, 56]} />
        ) : null}
      </Section>
      <Section
        title={t`Public access`}
        verb={
          <PanelVerb verb="access" refusal={cannotChangeAccess} onPress={() => setOpen('access')}>
            {t`Change…`}
          </PanelVerb>
        }
      >
        {data === undefined ? null : <Facts facts={[{ name: t`Open to all`, value: accessNames[data.access] }]} />}
        <Reason why={data === undefined ? null : accessWords[data.access]} />
        <Reason why={hasKey ? null : keyOnly} />
      </Section>
      <Section
        title={t`Stored policies`}
        verb={
          <PanelVerb verb="policies" refusal={cannotChangeAccess} onPress={() => setOpen('policies')}>
            {t`Edit…`}
          </PanelVerb>
        }
      >
        {access.data?.policies.length === 0 ? <p className={styles.absentText}>{t`No policy is stored.`}</p> : null}
        <Facts
          facts={(access.data?.policies ?? []).map((policy) => ({ name: policy.id, value: policyWords(policy) }))}
        />
        {policiesError === null ? null : <ErrorNotice error={policiesError} onRetry={access.reload} />}
        <Reason why={hasKey ? null : keyOnly} />
      </Section>
      <Section
        title={t`Metadata`}
        verb={
          <PanelVerb
            verb="metadata"
            refusal={refusals.editContainer ?? (data === undefined ? notYet : null)}
            onPress={() => setOpen('metadata')}
          >
            {t`Edit…`}
          </PanelVerb>
        }
      >
        {data?.metadata.length === 0 ? <p className={styles.absentText}>{t`No metadata is stored.`}</p> : null}
        <Facts facts={(data?.metadata ?? []).map((pair) => ({ ...pair, face: 'mono' }))} />
      </Section>
      <Section
        title={t`Lease`}
        verb={
          <PanelVerb
            verb="lease"
            refusal={refusals.leaseContainer ?? (data === undefined ? notYet : null)}
            onPress={() => setOpen('lease')}
          >
            {t`Change…`}
          </PanelVerb>
        }
      >
        {data === undefined ? null : <p className={styles.absentText}>{leaseWords(data.lease, 'container')}</p>}
      </Section>
      {open === 'sas' ? (
        <SasDialog connectionId={connectionId} resource={{ kind: 'container', container }} onClose={onClose} />
      ) : null}
      {open === 'access' && access.data !== undefined ? (
        <AccessDialog container={address} access={access.data} {...{ onClose, onSaved }} onOutdated={readAgain} />
      ) : null}
      {open === 'policies' && access.data !== undefined ? (
        <ContainerPolicies container={address} access={access.data} {...{ onClose, onSaved }} onOutdated={readAgain} />
      ) : null}
      {open === 'metadata' && data !== undefined ? (
        <MetadataDialog
          of="container"
          read={data}
          readAgain={() => call('container-details.read', address)}
          contentOf={() => ''}
          save={(metadata, ifMatch) =>
            call('container-details.set-metadata', { ...address, ifMatch, metadata: [...metadata] })
          }
          onClose={onClose}
          onSaved={onSaved}
        />
      ) : null}
      {open === 'lease' && data !== undefined ? (
        <LeaseDialog
          subject={address}
          lease={data.lease}
          readLease={async () => (await call('container-details.read', address)).lease}
          onClose={onSaved}
        />
      ) : null}
    </>
  );
}

function policyWords({ rights, expiresOn }: StoredPolicy): string {
  const words = sasRights.container.filter(({ letter }) => rights.includes(letter)).map(({ word }) => word);
  const granted = rights === '' ? t`rights as signed` : words.join(', ');
  return t`${granted}\nuntil ${expiresOn === '' ? t`the time that is signed` : exactTime(expiresOn).replace(/:00 UTC$/u, ' UTC')}`;
}
