// The container itself, while no blob is selected: its URL, who may access it, its metadata and its lease.
import { useState } from 'react';
import { keyShares } from '@shared/model/action-rules';
import type { ContainerDetails, StoredPolicy } from '@shared/model/container-details';
import { sasRights } from '@shared/sas/sas-request';
import { t } from '@shared/strings/t';
import { useCall } from '@renderer/bridge';
import { useConnection } from '@renderer/live/connection';
import { hasRights } from '@renderer/pane/known-rights';
import { RightsList } from '@renderer/pane/rights-list';
import { ErrorNotice, LoadingRows, isSameMessage } from '@renderer/ui';
import { exactTime } from '../exact-time';
import type { ContainerDisabledReasons } from '../container-disabled-reasons';
import { accessNames, accessLabels } from './access-dialog';
import { ContainerDialog } from './container-dialog';
import type { DetailsVerb } from './details-actions';
import { type Fact, Facts, Pairs, Reason, Section } from './facts';
import { leaseText } from './lease-dialog';
import { VerbSection, notYet } from './panel-action';
import { UrlSection } from './url-section';
import styles from './details-panel.module.css';

export interface ContainerViewProps {
  readonly connectionId: string;
  readonly container: string;
  readonly disabledReasons: ContainerDisabledReasons;
}

export function ContainerView({ connectionId, container, disabledReasons }: ContainerViewProps) {
  const connection = useConnection(connectionId);
  const [open, setOpen] = useState<DetailsVerb | null>(null);
  const address = { connectionId, container };
  const hasKey = connection !== undefined && connection.sas === undefined;
  const details = useCall('container-details.read', address);
  const access = useCall('container-details.access', hasKey ? address : null);
  const account = useCall('blob-details.account', address);
  const endpoint = connection?.endpoints.blob;
  if (endpoint === undefined) return null;
  const url = `${endpoint}/${encodeURIComponent(container)}`;
  const { data } = details;
  const cannotChangeAccess = disabledReasons.shareContainer ?? (access.data === undefined ? notYet : null);
  // Nearly everything is read with the properties: their failure is shown once, above all sections that need them.
  const policiesError =
    access.error === null || details.isLoading || (details.error !== null && isSameMessage(access.error, details.error))
      ? null
      : access.error;
  const readAgain = (): void => {
    details.reload();
    access.reload();
  };
  return (
    <>
      {disabledReasons.edit === null ? null : <p className={styles.refusal}>{disabledReasons.edit}</p>}
      {details.error === null ? null : (
        <div className={styles.failure}>
          <ErrorNotice error={details.error} onRetry={readAgain} />
        </div>
      )}
      <UrlSection
        title={t`Container`}
        url={url}
        action="sas-of-container"
        disabledReason={disabledReasons.sign}
        onVerb={setOpen}
      >
        <Facts
          facts={containerFacts(container, url, data, account.data?.isHierarchical === true ? 'hierarchical' : 'flat')}
        />
        {data === undefined && details.error === null ? (
          <LoadingRows label={t`Loading properties`} rows={2} columns={[28, 56]} />
        ) : null}
      </UrlSection>
      {connection !== undefined && hasRights(connection) ? (
        <Section title={t`Your permissions`}>
          <RightsList connectionId={connectionId} service="blob" resource={container} />
        </Section>
      ) : null}
      <VerbSection
        title={t`Public access`}
        action="access"
        word={t`Change…`}
        disabledReason={cannotChangeAccess}
        onVerb={setOpen}
      >
        {data === undefined ? null : (
          <Facts facts={[{ name: t`Public access level`, value: accessNames[data.access] }]} />
        )}
        <Reason why={data === undefined ? null : accessLabels[data.access]} />
        <Reason why={hasKey ? null : keyShares} />
      </VerbSection>
      <VerbSection
        title={t`Stored access policies`}
        action="policies"
        word={t`Edit…`}
        disabledReason={cannotChangeAccess}
        onVerb={setOpen}
      >
        {access.data?.policies.length === 0 ? (
          <p className={styles.absentText}>{t`No stored access policies.`}</p>
        ) : null}
        <Facts
          facts={(access.data?.policies ?? []).map((policy) => ({ name: policy.id, value: policyText(policy) }))}
        />
        {policiesError === null ? null : <ErrorNotice error={policiesError} onRetry={access.reload} />}
        <Reason why={hasKey ? null : keyShares} />
      </VerbSection>
      <VerbSection
        title={t`Metadata`}
        action="metadata"
        word={t`Edit…`}
        disabledReason={disabledReasons.editContainer ?? (data === undefined ? notYet : null)}
        onVerb={setOpen}
      >
        <Pairs pairs={data?.metadata} none={t`No metadata.`} />
      </VerbSection>
      <VerbSection
        title={t`Lease`}
        action="lease"
        word={t`Change…`}
        disabledReason={disabledReasons.leaseContainer ?? (data === undefined ? notYet : null)}
        onVerb={setOpen}
      >
        {data === undefined ? null : <p className={styles.absentText}>{leaseText(data.lease, 'container')}</p>}
      </VerbSection>
      <ContainerDialog
        address={address}
        open={open}
        readAgain={readAgain}
        details={data}
        access={access.data}
        onClose={() => setOpen(null)}
      />
    </>
  );
}

function containerFacts(
  container: string,
  url: string,
  details: ContainerDetails | undefined,
  namespace: 'hierarchical' | 'flat',
): readonly Fact[] {
  const known: readonly Fact[] = [
    { name: t`Name`, value: container, face: 'mono' },
    { name: 'URL', value: url, face: 'mono' },
    ...(namespace === 'hierarchical' ? [{ name: t`Namespace`, value: t`Hierarchical (Data Lake Storage Gen2)` }] : []),
  ];
  if (details === undefined) return known;
  return [
    ...known,
    { name: t`Modified`, value: exactTime(details.lastModified) },
    { name: 'ETag', value: details.etag, face: 'mono' },
    ...(details.hasImmutabilityPolicy ? [{ name: t`Immutability`, value: t`policy set` }] : []),
    ...(details.hasLegalHold ? [{ name: t`Legal hold`, value: t`set` }] : []),
  ];
}

function policyText({ rights, expiresOn }: StoredPolicy): string {
  const labels = sasRights.container.filter(({ letter }) => rights.includes(letter)).map(({ word: label }) => label);
  const granted = rights === '' ? t`permissions set by the SAS` : labels.join(', ');
  return t`${granted}\nuntil ${expiresOn === '' ? t`expiry set by the SAS` : exactTime(expiresOn).replace(/:00 UTC$/u, ' UTC')}`;
}
