// @vitest-environment happy-dom

import type { DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openModal } from '../../../test/modal.ts'

const juniper: DirectoryWallet = {
  id: 'juniper',
  name: 'Juniper',
  chains: [],
  chrome_store: 'https://store.example/juniper',
  app_store: 'https://apps.example/juniper',
  homepage: 'https://juniper.example/start',
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const title = () => screen.getByRole('heading', { level: 1 }).textContent

const openGuide = async (wallets: DirectoryWallet[]) => {
  const page = await openModal({}, { wallets, walletCount: wallets.length })
  await page.open({ view: 'WhatIsAWallet' })
  const settle = async () => {
    await act(() => vi.dynamicImportSettled())
    await page.calm()
  }
  await settle()
  return { ...page, settle }
}

test('leads from the guide about wallets to a few wallets and their download pages', async () => {
  const { settle } = await openGuide([juniper])
  press('Get a wallet')
  await settle()
  expect(title()).toBe('Get a wallet')
  press(/Juniper/)
  await settle()
  expect(title()).toBe('Get Juniper')
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Browser extension', 'https://store.example/juniper'],
    ['iPhone app', 'https://apps.example/juniper'],
    ['Websitejuniper.example', 'https://juniper.example/start'],
  ])
})

test('links to the full list of wallets if there are more than four', async () => {
  const many = [...Array(5).keys()].map((index) => ({ ...juniper, id: `w${index}`, name: `Wallet ${index}` }))
  const { settle } = await openGuide(many)
  press('Get a wallet')
  await settle()
  expect(screen.getAllByRole('listitem')).toHaveLength(4)
  expect(screen.getByRole('button', { name: 'See all wallets' })).toBeTruthy()
})

test('offers the wallets of the page if the directory is empty', async () => {
  await openGuide([])
  expect(screen.queryByRole('button', { name: 'Get a wallet' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Choose a wallet' })).toBeTruthy()
})
