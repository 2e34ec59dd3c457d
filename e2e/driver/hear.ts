import type { Kit } from './kit.ts'

/**
 * Listens from now on for words that the modal says and takes back, as a toast does. Returns the wait for them, which
 * also ends where they are gone before anybody looks.
 */
export async function listenFor(kit: Kit, words: string): Promise<() => Promise<void>> {
  const listening = await kit.frame.locator('html').evaluateHandle((root, wanted) => {
    const said = new Promise<void>((resolve) => {
      const look = () => {
        const regions = Array.from(root.querySelectorAll('[role="status"], [role="alert"]'))
        if (regions.some((region) => region.textContent?.includes(wanted))) resolve()
      }
      new MutationObserver(look).observe(root, { subtree: true, childList: true, characterData: true })
      look()
    })
    // An object, since a promise itself would be waited for.
    return { said }
  }, words)
  return () => listening.evaluate(({ said }) => said)
}
