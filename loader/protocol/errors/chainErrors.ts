import type { CatalogueEntry } from './errorCatalogue.ts'

/** Rows of the catalogue that only the code of one chain throws: `addErrors(chainErrors)` makes them known. */
export const chainErrors = {
  NETWORK_NOT_DESCRIBED: {
    number: 4902,
    short: 'The wallet does not know {network}, and this site can not tell it enough to add it',
  },
} as const satisfies Record<string, CatalogueEntry>
