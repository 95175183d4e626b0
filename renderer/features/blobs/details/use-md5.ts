// The MD5 of the content of one version of a blob, computed on request and cancellable.
import { useEffect, useRef, useState } from 'react';
import { StowageError } from '@shared/errors';
import type { BlobDetails } from '@shared/model/blob-details';
import { subscribe } from '@renderer/bridge';
import type { BlobAddress } from '../names/blob-address';

export type Md5State =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly doneBytes: number }
  | { readonly kind: 'done'; readonly md5: string }
  | { readonly kind: 'failed'; readonly error: StowageError };

export interface Md5 {
  readonly state: Md5State;
  readonly start: () => void;
  readonly cancel: () => void;
}

const none: Md5State = { kind: 'none' };

/** For one version: the caller gives each its own instance. */
export function useMd5(blob: BlobAddress, { etag, lastModified, bytes }: BlobDetails): Md5 {
  const [state, setState] = useState<Md5State>(none);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = (): void => {
    running.current?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    setState({ kind: 'running', doneBytes: 0 });
    subscribe(
      'blob-details.compute-md5',
      { ...blob, etag, lastModified, totalBytes: bytes },
      ({ doneBytes, md5 }) => {
        if (!signal.aborted) setState(md5 === null ? { kind: 'running', doneBytes } : { kind: 'done', md5 });
      },
      { signal, afterRestart: 'fail' },
    ).catch((thrown: unknown) => {
      if (!signal.aborted) setState({ kind: 'failed', error: StowageError.from(thrown) });
    });
  };
  const cancel = (): void => {
    running.current?.abort();
    setState(none);
  };
  return { state, start, cancel };
}
