// A sign-in that is under way: opens the page of the authority, shows its address or the code for another device, and
// can be cancelled.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { StowageError } from '@shared/errors';
import type { StreamEvent, StreamInput } from '@shared/ipc/contract';
import type { IdentitySummary } from '@shared/model/identity';
import { t } from '@shared/strings/t';
import { call, subscribe } from '@renderer/bridge';
import { Button, ErrorNotice } from '@renderer/ui';
import styles from './connection-dialog.module.css';

export type SignInRequest = StreamInput<'identities.sign-in'>;

export interface SignInProgressProps {
  readonly request: SignInRequest;
  readonly onSignedIn: (identity: IdentitySummary) => void;
  readonly onCancel: () => void;
}

export function SignInProgress({ request, onSignedIn, onCancel }: SignInProgressProps) {
  const [shown, setShown] = useState<Exclude<StreamEvent<'identities.sign-in'>, { event: 'signed-in' }> | null>(null);
  const [error, setError] = useState<StowageError | null>(null);
  const [attempt, setAttempt] = useState(0);
  const finish = useEffectEvent(onSignedIn);
  const region = useRef<HTMLDivElement>(null);
  // It replaces the button that was pressed, in a list possibly below the visible part.
  useEffect(() => {
    region.current?.focus();
  }, []);
  useEffect(() => {
    const cancel = new AbortController();
    subscribe(
      'identities.sign-in',
      request,
      (event) => {
        if (event.event === 'signed-in') finish(event.identity);
        else setShown(event);
      },
      { signal: cancel.signal },
    ).catch((thrown: unknown) => {
      if (!cancel.signal.aborted) setError(StowageError.from(thrown));
    });
    return () => cancel.abort();
  }, [request, attempt]);

  return (
    <div ref={region} className={styles.signIn} role="status" tabIndex={-1}>
      {error !== null && <ErrorNotice error={error} />}
      {error === null && shown?.event !== 'code' && (
        <>
          <p>{t`Sign in on the page that opened in your browser.`}</p>
          <p
            className={styles.quiet}
          >{t`If no page opened, copy the address and open it in a browser on this computer.`}</p>
        </>
      )}
      {error === null && shown?.event === 'code' && (
        <>
          <p>{t`Open ${shown.address} on any device and enter this code:`}</p>
          <output className={styles.deviceCode}>{shown.userCode}</output>
          <p className={styles.quiet}>{t`Waiting for you to sign in there…`}</p>
        </>
      )}
      <div className={styles.signInButtons}>
        {error === null && shown !== null && (
          <Button onPress={() => void call('clipboard.write', { text: shown.address })}>{t`Copy address`}</Button>
        )}
        {error === null && shown?.event === 'code' && (
          <Button onPress={() => void call('clipboard.write', { text: shown.userCode })}>{t`Copy code`}</Button>
        )}
        {error !== null && (
          <Button
            variant="primary"
            onPress={() => {
              setError(null);
              setShown(null);
              setAttempt((before) => before + 1);
            }}
          >{t`Try again`}</Button>
        )}
        <Button onPress={onCancel}>{t`Back`}</Button>
      </div>
    </div>
  );
}
