import type { ProjectOptions } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { expect, test } from 'vitest'
import { mergeOptions } from './mergeOptions.ts'

const project: ProjectOptions = {
  connectorTypeOrder: ['injected'],
  featuredWalletIds: ['a'],
  includeWalletIds: [],
  excludeWalletIds: ['bad'],
  customWallets: [],
  termsUrl: 'https://project.example/terms',
  legalCheckbox: true,
  walletGuide: true,
  enableNetworkSwitch: true,
  unsupportedChain: 'view',
  signIn: 'none',
  debug: false,
}

test('lets the host page choose theme and order of the wallets', () => {
  const merged = mergeOptions(
    project,
    { accent: '#111111', radius: 8 },
    { accent: '#ff0000', featuredWalletIds: ['b'] },
  )
  expect(merged).toMatchObject({ accent: '#ff0000', radius: 8, featuredWalletIds: ['b'] })
})

test('lets the host page hide more wallets than the project, but not show a wallet that the project hides', () => {
  expect(mergeOptions(project, {}, { excludeWalletIds: ['worse'] }).excludeWalletIds).toEqual(['bad', 'worse'])
  expect(mergeOptions(project, {}, { excludeWalletIds: [] }).excludeWalletIds).toEqual(['bad'])
})

test('lets the host page require the legal check box, but not drop a check box that the project requires', () => {
  expect(mergeOptions(project, {}, { legalCheckbox: false }).legalCheckbox).toBe(true)
  expect(mergeOptions({ ...project, legalCheckbox: false }, {}, { legalCheckbox: true }).legalCheckbox).toBe(true)
})

test("keeps the project's values for options the host omits", () => {
  expect(mergeOptions(project, {}, {})).toEqual({ ...project, connectorImages: {}, chainImages: {} })
})
