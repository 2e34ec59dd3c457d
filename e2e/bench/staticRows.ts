import type { BenchContext } from './row.ts'

/**
 * The first view as the visitor sees it, as one piece of HTML with its styles and icons and without a script. The hand-written
 * pages that the product is compared with show the same HTML.
 */
export async function readStaticRows({ launch, stack }: BenchContext): Promise<string> {
  const browser = await launch()
  const page = await browser.newPage()
  await page.goto(`${stack.shop}/page/plain?data-theme=light&data-warm=none`)
  await page.waitForFunction(() => Boolean(window.AppKit))
  await page.locator('[data-appkit-open]').click()
  const frame = page.frameLocator('iframe[src*="/f/"]')
  await frame.getByTestId('all-wallets').waitFor()
  await page.waitForLoadState('networkidle')
  const html = await frame.locator('html').evaluate(async (root) => {
    for (const image of root.querySelectorAll('img')) {
      const blob = await (await fetch(image.src)).blob()
      const bytes = new Uint8Array(await blob.arrayBuffer())
      image.src = `data:${blob.type};base64,${btoa(String.fromCharCode(...bytes))}`
    }
    const styles = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText))
    const copy = root.cloneNode(true) as HTMLElement
    for (const element of copy.querySelectorAll('script, link, style, iframe')) element.remove()
    // The document's policy refuses HTML from scripts.
    const style = document.createElement('style')
    style.textContent = styles.join('\n')
    copy.querySelector('head')?.append(style)
    return copy.outerHTML
  })
  await browser.close()
  return `<!doctype html>${html}`
}
