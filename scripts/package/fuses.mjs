// The switches burnt into the executable of a package: ways into it that Electron leaves open are closed.

/**
 * As electron-builder wants them. The archive's own checksum is checked where the platform offers it; on Linux it does not.
 * @param {NodeJS.Platform} platform
 */
export function fusesFor(platform) {
  return {
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    onlyLoadAppFromAsar: true,
    enableEmbeddedAsarIntegrityValidation: platform !== 'linux',
    // The window keeps no cookies; what is on disk of them is encrypted all the same.
    enableCookieEncryption: true,
  };
}
