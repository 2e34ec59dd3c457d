/** How AppKit announces itself as a wallet to pages that discover wallets (EIP-6963, Wallet Standard). */
export type Announcement = {
  /** By default `AppKit`. */
  name?: string
  /** By default the frame's host name in reverse. */
  rdns?: string
  /** A `data:image/` URI. By default `defaultIcon`. */
  icon?: string
}

/** A wallet in one colour. `fillOrigins` replaces this text in the built files by the icon of the deployment. */
export const defaultIcon =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path d='M0 0h9v3H6v3h3v3H0'/></svg>"
