// The container itself, while no blob of it is selected: its address, who may use it, its metadata and its lease.
import { useState } from 'react';
import type { StoredPolicy } from '@shared/model/container-details';
import { sasRights } from '@shared/sas/sas-request';
import { call, useCall, useStream } from '@renderer/bridge';
import { ErrorNotice, LoadingRows } from '@renderer/ui';
import { exactTime } from '../exact-time';
import { AccessDialog, accessNames, accessWords } from './access-dialog';
import { CopyUrl } from './copy-url';
import { Facts, Reason, Section, Verb } from './facts';
import { LeaseDialog, leaseWords } from './lease-dialog';
import { MetadataDialog } from './metadata-dialog';
import { PoliciesDialog } from './policies-dialog';
import { SasDialog } from './sas-dialog';
import styles from './details-panel.module.css';

export interface ContainerViewProps {
  readonly connectionId: string;
  readonly container: string;
  /** Why nothing can be changed here; null where it can. */
  readonly refusal: string | null;
}

type Open = 'sas' | 'access' | 'policies' | 'metadata' | 'lease';

const keyOnly = 'Only the account key tells and changes who has access. This connection has a signature.';
const notYet = 'It is being asked for.';

export function ContainerView({ connectionId, container, refusal }: ContainerViewProps) {
  const connection = useStream('connections.watch', {}).latest?.find(({ id }) => id === connectionId);
  const [open, setOpen] = useState<Open | null>(null);
  const address = { connectionId, container };
  const hasKey = connection !== undefined && connection.sas === undefined;
  const details = useCall('container-details.read', address);
  const access = useCall('container-details.access', hasKey ? address : null);
  const endpoint = connection?.endpoints.blob;
  if (endpoint === undefined) return null;
  const url = `${endpoint}/${encodeURIComponent(container)}`;
  const { data } = details;
  const cannotChangeAccess = refusal ?? (hasKey ? (access.data === undefined ? notYet : null) : keyOnly);
  const onClose = (): void => setOpen(null);
  const onSaved = (): void => {
    setOpen(null);
    details.reload();
    access.reload();
  };
  return (
    <>
      {refusal === null ? null : <p className={styles.refusal}>{refusal}</p>}
      <Section
        title="Container"
        verb={
          <span className={styles.verbs}>
            <CopyUrl url={url} />
            <Verb label="SAS of the container" refusal={null} onPress={() => setOpen('sas')}>
              SAS…
            </Verb>
          </span>
        }
      >
        <Facts
          facts={[
            { name: 'Name', value: container, face: 'mono' },
            { name: 'URL', value: url, face: 'mono' },
            ...(data === undefined
              ? []
              : [
                  { name: 'Modified', value: exactTime(data.lastModified) },
                  { name: 'ETag', value: data.etag, face: 'mono' as const },
                  ...(data.hasImmutabilityPolicy ? [{ name: 'Immutability', value: 'has a policy' }] : []),
                  ...(data.hasLegalHold ? [{ name: 'Legal hold', value: 'is set' }] : []),
                ]),
          ]}
        />
        {data === undefined && details.error === null ? (
          <LoadingRows label="Loading properties" rows={2} columns={[28, 56]} />
        ) : null}
        {details.error === null ? null : <ErrorNotice error={details.error} onRetry={details.reload} />}
      </Section>
      <Section
        title="Public access"
        verb={
          <Verb label="Change public access" refusal={cannotChangeAccess} onPress={() => setOpen('access')}>
            Change…
          </Verb>
        }
      >
        {data === undefined ? null : <Facts facts={[{ name: 'Open to all', value: accessNames[data.access] }]} />}
        <Reason why={data === undefined ? null : accessWords[data.access]} />
        <Reason why={hasKey ? null : keyOnly} />
      </Section>
      <Section
        title="Stored policies"
        verb={
          <Verb label="Edit stored policies" refusal={cannotChangeAccess} onPress={() => setOpen('policies')}>
            Edit…
          </Verb>
        }
      >
        {access.data?.policies.length === 0 ? <p className={styles.absentText}>No policy is stored.</p> : null}
        <Facts
          facts={(access.data?.policies ?? []).map((policy) => ({ name: policy.id, value: policyWords(policy) }))}
        />
        {access.error === null ? null : <ErrorNotice error={access.error} onRetry={access.reload} />}
        <Reason why={hasKey ? null : keyOnly} />
      </Section>
      <Section
        title="Metadata"
        verb={
          <Verb
            label="Edit metadata"
            refusal={refusal ?? (data === undefined ? notYet : null)}
            onPress={() => setOpen('metadata')}
          >
            Edit…
          </Verb>
        }
      >
        {data?.metadata.length === 0 ? <p className={styles.absentText}>No metadata is stored.</p> : null}
        <Facts facts={(data?.metadata ?? []).map((pair) => ({ ...pair, face: 'mono' }))} />
      </Section>
      <Section
        title="Lease"
        verb={
          <Verb
            label="Change the lease"
            refusal={refusal ?? (data === undefined ? notYet : null)}
            onPress={() => setOpen('lease')}
          >
            Change…
          </Verb>
        }
      >
        {data === undefined ? null : <p className={styles.absentText}>{leaseWords(data.lease, 'container')}</p>}
      </Section>
      {open === 'sas' ? (
        <SasDialog connectionId={connectionId} resource={{ kind: 'container', container }} onClose={onClose} />
      ) : null}
      {open === 'access' && access.data !== undefined ? (
        <AccessDialog container={address} access={access.data} onClose={onClose} onSaved={onSaved} />
      ) : null}
      {open === 'policies' && access.data !== undefined ? (
        <PoliciesDialog container={address} access={access.data} onClose={onClose} onSaved={onSaved} />
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
  const granted = rights === '' ? 'rights as signed' : words.join(', ');
  return `${granted}\nuntil ${expiresOn === '' ? 'the time that is signed' : exactTime(expiresOn).replace(/:00 UTC$/u, ' UTC')}`;
}
