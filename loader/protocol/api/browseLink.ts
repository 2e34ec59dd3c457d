/**
 * A template of a link that opens a page in the browser of a wallet's app. The server checks templates, and the frame
 * fills them.
 */
const fillers: { readonly [placeholder: string]: (page: URL) => string } = {
  url: ({ href }) => encodeURIComponent(href),
  // Some wallets take the page's URL in a link that is itself a parameter of another link.
  urlInLink: ({ href }) => encodeURIComponent(encodeURIComponent(href)),
  origin: ({ origin }) => encodeURIComponent(origin),
  // The browser would take a fragment of the page for a fragment of the link.
  address: ({ host, pathname, search }) => host + pathname + search,
}
const pageFillers = ['url', 'urlInLink', 'address']

const placeholdersOf = (template: string): string[] =>
  [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)

/** Whether a template has only known placeholders, and at least one for the page. */
export const isBrowseTemplate = (template: string): boolean => {
  const names = placeholdersOf(template)
  return names.every((name) => Object.hasOwn(fillers, name)) && names.some((name) => pageFillers.includes(name))
}

export const fillBrowseTemplate = (template: string, page: URL): string =>
  template.replace(/\{([^{}]*)\}/g, (placeholder, name: string) =>
    Object.hasOwn(fillers, name) ? (fillers[name]?.(page) ?? '') : placeholder,
  )
