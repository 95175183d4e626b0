// The container itself, while no blob of it is selected: its address, its stored policies, and signatures for it.
import { useState } from 'react';
import { useCall, useStream } from '@renderer/bridge';
import { CopyUrl } from './copy-url';
import { Facts, Section, Verb } from './facts';
import { SasDialog } from './sas-dialog';
import styles from './details-panel.module.css';

export interface ContainerViewProps {
  readonly connectionId: string;
  readonly container: string;
}

export function ContainerView({ connectionId, container }: ContainerViewProps) {
  const connection = useStream('connections.watch', {}).latest?.find(({ id }) => id === connectionId);
  const [isSigning, setSigning] = useState(false);
  const hasKey = connection !== undefined && connection.sas === undefined;
  // A signature may not ask for the policies that others refer to.
  const policies = useCall(
    'sas.policies',
    hasKey ? { connectionId, resource: { kind: 'container', container } } : null,
  ).data;
  const endpoint = connection?.endpoints.blob;
  if (endpoint === undefined) return null;
  const url = `${endpoint}/${encodeURIComponent(container)}`;
  return (
    <Section
      title="Container"
      verb={
        <span className={styles.verbs}>
          <CopyUrl url={url} />
          <Verb label="SAS of the container" refusal={null} onPress={() => setSigning(true)}>
            SAS…
          </Verb>
        </span>
      }
    >
      <Facts
        facts={[
          { name: 'Name', value: container, face: 'mono' },
          { name: 'URL', value: url, face: 'mono' },
          ...(policies === undefined
            ? []
            : [{ name: 'Stored policies', value: policies.join(', '), absentText: 'none' }]),
        ]}
      />
      {isSigning ? (
        <SasDialog
          connectionId={connectionId}
          resource={{ kind: 'container', container }}
          onClose={() => setSigning(false)}
        />
      ) : null}
    </Section>
  );
}
