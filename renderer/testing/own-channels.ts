// The windows of a test receive each other's messages, and none of another test: files run in parallel in threads of
// one process, and channels reach all of it.
const thread = `thread ${Math.random()}`;

class OwnChannel extends BroadcastChannel {
  constructor(name: string) {
    super(`${thread} ${name}`);
  }
}

// Run before each file, in a thread that may have run others.
if (BroadcastChannel.name !== OwnChannel.name) globalThis.BroadcastChannel = OwnChannel;
