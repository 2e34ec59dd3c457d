import { later } from '../ui/later.tsx'

/** Parts that no first view shows. */
export const LaterAlerts = later(async () => (await import('./Alerts.tsx')).Alerts)
export const LaterToasts = later(async () => (await import('./ToastPlace.tsx')).ToastPlace)
