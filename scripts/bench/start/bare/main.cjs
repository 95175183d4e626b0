// The smallest Electron app: one locked-down window with one button. The start of our app is compared with it.
const { app, BrowserWindow } = require('electron');
const path = require('node:path');

const stateDir = process.argv.find((each) => each.startsWith('--state-dir='))?.slice('--state-dir='.length);
if (stateDir !== undefined) app.setPath('userData', stateDir);

app.whenReady().then(() => {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    show: false,
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, spellcheck: false },
  });
  window.once('ready-to-show', () => window.show());
  window.loadFile(path.join(__dirname, 'index.html'));
});
