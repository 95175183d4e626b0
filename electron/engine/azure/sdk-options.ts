// What the SDKs' calls are given: how to be cancelled.
import type { ContainerCreateOptions } from '@azure/storage-blob';

type SdkSignal = NonNullable<ContainerCreateOptions['abortSignal']>;

/** For any call of either SDK. */
export function sdkOptions(signal: AbortSignal | undefined): { readonly abortSignal?: SdkSignal } {
  // The same object by two declarations: the SDKs' says of listeners what no caller of ours needs.
  return signal === undefined ? {} : { abortSignal: signal as unknown as SdkSignal };
}
