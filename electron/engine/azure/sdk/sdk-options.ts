// Options for calls of the SDKs: how to cancel them.
import type { ContainerCreateOptions } from '@azure/storage-blob';

type SdkSignal = NonNullable<ContainerCreateOptions['abortSignal']>;

/** For any call of either SDK. */
export function sdkOptions(signal: AbortSignal | undefined): { readonly abortSignal?: SdkSignal } {
  // The same object under two declarations: the SDKs declare more about listeners than any of our callers needs.
  return signal === undefined ? {} : { abortSignal: signal as unknown as SdkSignal };
}
