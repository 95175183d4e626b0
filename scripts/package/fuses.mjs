// Electron's fuses, which are set in the executable of a package: they disable entry points that Electron leaves open.

/**
 * In the form of electron-builder. The archive's checksum is verified where the platform supports it, which Linux does
 * not.
 * @param {NodeJS.Platform} platform
 */
export function fusesFor(platform) {
  return {
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    onlyLoadAppFromAsar: true,
    enableEmbeddedAsarIntegrityValidation: platform !== 'linux',
    // The window stores no cookies; if there were any, they would be encrypted.
    enableCookieEncryption: true,
  };
}
