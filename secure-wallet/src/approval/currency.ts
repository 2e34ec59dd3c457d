/** The regions of each currency that the server has prices in. Every other region gets US dollars. */
const regions = {
  eur: 'AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM VA XK YT',
  gbp: 'GB GG IM JE',
  aud: 'AU CC CX KI NF NR TV',
  cad: 'CA',
  inr: 'IN',
  jpy: 'JP',
}

/** The currency of the region of a language tag. For a tag without a region, that of the language's usual region. */
export const currencyOf = (language: string): string => {
  const region = regionOf(language)
  return Object.entries(regions).find(([, codes]) => codes.split(' ').includes(region))?.[0] ?? 'usd'
}

const regionOf = (language: string): string => {
  try {
    return new Intl.Locale(language).maximize().region ?? ''
  } catch {
    // A browser may report a language that is not a valid tag.
    return ''
  }
}
