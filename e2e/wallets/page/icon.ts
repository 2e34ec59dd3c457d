/** Returns a one-colour disc as a data URL. Wallet interfaces require an icon in the announcement. */
export const discIcon = (colour: string): `data:image/svg+xml;base64,${string}` =>
  `data:image/svg+xml;base64,${btoa(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="${colour}"/></svg>`,
  )}`
