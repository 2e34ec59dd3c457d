/** Alerts and toasts share one chunk, because the first view contains the name of every chunk. */
export { Alerts } from './Alerts.tsx'
export { Toasts } from './Toasts.tsx'
