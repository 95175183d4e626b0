// Another program: one window that takes what is dropped on it. Its place comes as --place=X,Y,WIDTH,HEIGHT.
const { app, BrowserWindow } = require('electron');
const path = require('node:path');

const given = (name) => process.argv.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3) ?? '';
app.setPath('userData', given('state-dir'));

app.whenReady().then(() => {
  const [x, y, width, height] = given('place').split(',').map(Number);
  // What has no focus leaves it to the app beside it.
  const window = new BrowserWindow({ x, y, width, height, frame: false, show: false, focusable: false });
  window.once('ready-to-show', () => window.showInactive());
  window.loadFile(path.join(__dirname, 'drop-target.html'));
});
