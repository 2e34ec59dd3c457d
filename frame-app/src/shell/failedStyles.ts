const lost: HTMLLinkElement[] = []

export const watchFailedStyles = (): void =>
  // What did not load says so to itself alone, which the window hears on the way there.
  addEventListener(
    'error',
    ({ target }) => {
      const link = target as HTMLLinkElement
      if (link.rel) lost.push(link)
    },
    true,
  )

/**
 * Vite takes a style sheet that it asked for once for loaded, also where it failed; the next try would go without it. Those
 * that are still on their way stay: what takes their place would be awaited by nobody, and the view with them for ever.
 */
export const reloadFailedStyles = (): void => {
  // One that was replaced before stands nowhere, and so it stays.
  for (const link of lost) link.replaceWith(link.cloneNode())
}
