/** How the button that offers a passkey names this device's way to make one. */
export type PasskeyDevice = 'faceId' | 'touchId' | 'windowsHello' | 'screenLock' | 'passkey'

type Browser = {
  /** `PublicKeyCredential.getClientCapabilities`, which older browsers lack. */
  capabilities: (() => Promise<{ readonly [name: string]: boolean }>) | undefined
  userAgent: string
}

/**
 * Returns how to offer a passkey on this device. Null if the device has no built-in authenticator, or if the browser
 * does not say that its passkeys can unlock a wallet (PRF). A prompt that then fails would only confuse.
 */
export const findPasskeyDevice = async ({ capabilities, userAgent }: Browser): Promise<PasskeyDevice | null> => {
  const found = await capabilities?.().catch(() => undefined)
  if (!found?.userVerifyingPlatformAuthenticator || !found['extension:prf']) return null
  return devices.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'passkey'
}

/** A browser does not tell whether an iPad has Face ID or Touch ID. */
const devices: readonly [RegExp, PasskeyDevice][] = [
  [/iPhone/, 'faceId'],
  [/Windows/, 'windowsHello'],
  [/Android/, 'screenLock'],
  [/Macintosh/, 'touchId'],
]
