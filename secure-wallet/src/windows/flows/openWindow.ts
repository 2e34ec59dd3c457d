const features = 'popup,width=420,height=760'

/** A window of this origin. Null where the browser blocked it; its page cuts the line to whoever opened it. */
export const openWindow = (url: string): unknown => window.open(url, '_blank', features)
