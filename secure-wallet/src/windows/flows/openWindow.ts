const features = 'popup,width=420,height=760'

/**
 * Opens a wallet window. Returns null if the browser blocked it. The COOP header of the window's document cuts
 * `window.opener`.
 */
export const openWindow = (url: string): unknown => window.open(url, '_blank', features)
