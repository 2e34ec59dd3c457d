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
 * Requests style sheets that failed to load again. Vite counts a style sheet as loaded once it has requested it, so a
 * retry alone would show the view without styles. Style sheets that still load stay, because Vite waits for their own
 * load events.
 */
export const reloadFailedStyles = (): void => {
  // A link that was replaced before has no parent, and `replaceWith` then does nothing.
  for (const link of lost) link.replaceWith(link.cloneNode())
}
