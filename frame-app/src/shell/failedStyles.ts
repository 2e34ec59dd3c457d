const lost: HTMLLinkElement[] = []

export const watchFailedStyles = (): void =>
  // The error event of a link does not bubble, so the window listens in the capture phase.
  addEventListener(
    'error',
    ({ target }) => {
      const link = target as HTMLLinkElement
      if (link.rel) lost.push(link)
    },
    true,
  )

/**
 * Requests failed style sheets again. Vite takes a style sheet for loaded once it has requested it, so a retry would
 * show the view without styles. Style sheets that still load stay, because Vite waits for their own load events.
 */
export const reloadFailedStyles = (): void => {
  // `replaceWith` does nothing for a link that was replaced before.
  for (const link of lost) link.replaceWith(link.cloneNode())
}
