const features = 'popup,width=420,height=760'

/** Null if the browser blocked the window. The COOP header of the window's document cuts `window.opener`. */
export const openWindow = (url: string): unknown => window.open(url, '_blank', features)
