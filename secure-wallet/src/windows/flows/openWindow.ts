const features = 'popup,width=420,height=760'

/** Null if the browser blocked the window. Its COOP header cuts the opener. */
export const openWindow = (url: string): unknown => window.open(url, '_blank', features)
