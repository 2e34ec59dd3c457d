import { circlePath } from './Icon.tsx'

/** Paths of icons that the first view does not show. Each loads with the view that imports it. */
export const clockIcon = `${circlePath}M10 5.75V10l2.75 1.75` as const
export const copyIcon =
  'M9.5 7h4.75a2.5 2.5 0 0 1 2.5 2.5v4.75a2.5 2.5 0 0 1-2.5 2.5H9.5a2.5 2.5 0 0 1-2.5-2.5V9.5A2.5 2.5 0 0 1 9.5 7ZM13 4.6a2.5 2.5 0 0 0-2.25-1.35h-5A2.5 2.5 0 0 0 3.25 5.75v5c0 1 .55 1.8 1.35 2.25'
export const docIcon =
  'M11.5 2.75H6.75a2 2 0 0 0-2 2v10.5a2 2 0 0 0 2 2h6.5a2 2 0 0 0 2-2V6.5l-3.75-3.75ZM7.75 10h4.5m-4.5 3h3'
export const downloadIcon = 'M10 3.5v8.75M6.25 8.75 10 12.5l3.75-3.75M3.75 16.25h12.5'
export const globeIcon =
  `${circlePath}M2.75 10h14.5M10 2.75c2 2 3 4.5 3 7.25s-1 5.25-3 7.25c-2-2-3-4.5-3-7.25s1-5.25 3-7.25Z` as const
export const keyIcon = 'M3.25 13.25a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0M9.25 10.75l6.5-6.5m-2.5 2.5 2.25 2.25'
export const laptopIcon = 'M5.75 4h8.5a2 2 0 0 1 2 2v4.75a2 2 0 0 1-2 2h-8.5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2ZM2 15.75h16'
export const offlineIcon =
  'M3 3l14 14M2.75 8.25A10.3 10.3 0 0 1 6 6.2m3.25-.7a10.3 10.3 0 0 1 8 2.75M5.5 11.25a6.5 6.5 0 0 1 3-1.7m3.6.3a6.5 6.5 0 0 1 2.4 1.4M10 15v.01'
export const phoneIcon =
  'M8 2.5h4a2.25 2.25 0 0 1 2.25 2.25v10.5A2.25 2.25 0 0 1 12 17.5H8a2.25 2.25 0 0 1-2.25-2.25V4.75A2.25 2.25 0 0 1 8 2.5ZM9 14.75h2'
export const plusIcon = 'M10 4.5v11M4.5 10h11'
export const powerIcon = 'M10 3v6.5M6 5.25a6.25 6.25 0 1 0 8 0'
export const receiveIcon = 'M15 5l-9.25 9.25M5.5 7.25v7.25h7.25'
export const shieldIcon = 'M10 2.75 4 5v4.5c0 3.6 2.4 6.3 6 7.75 3.6-1.45 6-4.15 6-7.75V5l-6-2.25Z'
export const userIcon = 'M6.5 6.75a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0M3.5 16.75c.5-3.25 3.1-5 6.5-5s6 1.75 6.5 5'
export const checkIcon = 'M4.25 10.5l3.75 3.75 7.75-8.5'
export const downIcon = 'M5.5 7.75 10 12.25l4.5-4.5'
export const infoIcon = `${circlePath}M10 9.25v4.25M10 6.5v.01` as const
export const stopIcon = `${circlePath}M7.6 7.6l4.8 4.8m0-4.8-4.8 4.8` as const
export const walletIcon =
  'M14.75 6.5V5.25a1.5 1.5 0 0 0-1.75-1.5L4.5 5.2a2 2 0 0 0-1.75 2V14a2.5 2.5 0 0 0 2.5 2.5h9.5a2.5 2.5 0 0 0 2.5-2.5V9a2.5 2.5 0 0 0-2.5-2.5H4M13.5 11.5v.01'
