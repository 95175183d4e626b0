// The bridge into the window: three functions, and two kinds of notices passed on. The only file that names
// ipcRenderer.
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { ReplyEnvelope } from '@shared/ipc/protocol';
import type { WindowApi, WindowNotice } from '@shared/ipc/window-api';
import { windowChannels } from '@shared/ipc/window-channels';
import { droppedPath, page } from './page';

/** What came while the page was still loading; null since it listens. */
let early: WindowNotice[] | null = [];
const post = (notice: WindowNotice): void => page.postMessage(notice, page.origin);

const api: WindowApi = {
  invoke: (name, input) => ipcRenderer.invoke(windowChannels.invoke, name, input) as Promise<ReplyEnvelope>,
  connectEngine: () => {
    ipcRenderer.send(windowChannels.connectEngine);
    early?.forEach(post);
    early = null;
  },
  registerDroppedFiles: (files) => {
    const paths = files.map((file) => droppedPath(file, page.File, webUtils)).filter((path) => path !== '');
    return ipcRenderer.invoke(windowChannels.registerDroppedFiles, paths) as Promise<ReplyEnvelope>;
  },
};
contextBridge.exposeInMainWorld('stowage', api);

ipcRenderer.on(windowChannels.notice, (_event, notice: WindowNotice) => {
  if (early === null) post(notice);
  else early.push(notice);
});
ipcRenderer.on(windowChannels.enginePort, (event) => {
  const notice: WindowNotice = { stowage: 'engine-port' };
  page.postMessage(notice, page.origin, event.ports);
});
