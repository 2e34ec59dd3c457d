import { announceWallets } from '../../driver/announce.ts'
import { expectSameCard } from '../shared/compareCards.ts'
import { test } from '../shared/mailTest.ts'
import { modalSizes } from '../shared/sizes.ts'

for (const size of ['desktop', 'phone'] as const)
  for (const wallets of [0, 3, 6])
    test(`on a first visit the loader's card has the box of the first view that follows it, ${size}, with ${wallets} wallets`, async ({
      driver,
      page,
    }) => {
      await page.setViewportSize(modalSizes[size])
      await announceWallets(
        page,
        Array.from({ length: wallets }, (_, index) => ({ rdns: `io.example.w${index}`, name: `Wallet ${index}` })),
      )
      await expectSameCard(driver, async () => {
        await driver.visitShop()
        // Many sites reset the spaces of all elements.
        await page.addStyleTag({ content: '* { margin: 0; padding: 0; box-sizing: border-box }' })
      })
    })
