import type { Driver } from '../../driver/driver.ts'

/**
 * Finds the words in the modal that continue on the next line. A word may break at a hyphen, a dash or a slash. The
 * message to sign is shown as it is, and has long numbers.
 */
export const findBrokenWords = (driver: Driver): Promise<string[]> =>
  driver.card().evaluate((card) => {
    const range = document.createRange()
    const isBroken = (node: Text, { 0: word, index }: RegExpExecArray): boolean => {
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const rects = [...range.getClientRects()].filter(({ width }) => width > 0)
      return new Set(rects.map(({ top }) => Math.round(top))).size > 1
    }
    const walker = document.createTreeWalker(card, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
      const element = node.parentElement
      if (!element?.checkVisibility() || getComputedStyle(element).whiteSpace === 'pre-wrap') continue
      for (const match of node.data.matchAll(/[^\s\-–—/]+/g)) if (isBroken(node, match)) found.push(match[0])
    }
    return found
  })

/**
 * Finds the buttons and links that reach beyond the card, and those whose text reaches beyond their edges. A name in a
 * row or in the grid of wallets may be cut with an ellipsis.
 */
export const findCutLabels = (driver: Driver): Promise<string[]> =>
  driver.card().evaluate((card) => {
    const isWithin = (inner: DOMRect, outer: DOMRect) =>
      inner.left >= outer.left - 1 && inner.right <= outer.right + 1 && inner.width > 0
    const holds = (box: DOMRect, text: DOMRect) =>
      isWithin(text, box) && text.top >= box.top - 1 && text.bottom <= box.bottom + 1
    const isShownWhole = (element: Element, button: Element): boolean => {
      for (let each: Element | null = element; each && button.contains(each); each = each.parentElement) {
        const { textOverflow, clipPath } = getComputedStyle(each)
        if (textOverflow === 'ellipsis' || clipPath !== 'none') return false
      }
      return true
    }
    const readLabel = (button: Element): DOMRect[] => {
      const walker = document.createTreeWalker(button, NodeFilter.SHOW_TEXT)
      const range = document.createRange()
      const rects: DOMRect[] = []
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (!node.parentElement || !isShownWhole(node.parentElement, button)) continue
        range.selectNodeContents(node)
        rects.push(...[...range.getClientRects()].filter(({ width }) => width > 0))
      }
      return rects
    }
    return [...card.querySelectorAll('button, a[href], summary')].flatMap((button) => {
      if (button.closest('[inert]') || !button.checkVisibility({ visibilityProperty: true })) return []
      const name = button.textContent || button.getAttribute('aria-label') || button.outerHTML
      const box = button.getBoundingClientRect()
      if (!isWithin(box, card.getBoundingClientRect())) return [`${name}: outside the card`]
      // A link within a sentence has one box for each line.
      const boxes = getComputedStyle(button).display === 'inline' ? [...button.getClientRects()] : [box]
      return readLabel(button).every((text) => boxes.some((each) => holds(each, text))) ? [] : [`${name}: cut`]
    })
  })
