// The engine's typed view of the host contract.
import type { z } from 'zod';
import type { ChannelClient } from '@shared/ipc/endpoint';
import {
  type HostCallInput,
  type HostCallName,
  type HostCallOutput,
  hostCalls,
  hostStreams,
} from '@shared/ipc/host-contract';

type HostStreamName = keyof typeof hostStreams;
type HostStreamInput<N extends HostStreamName> = z.infer<(typeof hostStreams)[N]['input']>;
type HostStreamEvent<N extends HostStreamName> = z.infer<(typeof hostStreams)[N]['event']>;

export class HostClient {
  readonly #client: ChannelClient;

  constructor(client: ChannelClient) {
    this.#client = client;
  }

  async call<N extends HostCallName>(name: N, input: HostCallInput<N>): Promise<HostCallOutput<N>> {
    return hostCalls[name].output.parse(await this.#client.call(name, input)) as HostCallOutput<N>;
  }

  /** Resolves when the stream ends. */
  subscribe<N extends HostStreamName>(
    name: N,
    input: HostStreamInput<N>,
    onEvent: (event: HostStreamEvent<N>) => void,
  ): Promise<void> {
    return this.#client.subscribe(name, input, (event) =>
      onEvent(hostStreams[name].event.parse(event) as HostStreamEvent<N>),
    );
  }
}
